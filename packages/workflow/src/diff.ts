import { canonicalJson } from '@countersign/protocol/canonical'
import type { Compiled } from './compiled.ts'
import type { Edge, Graph, GraphBody, GraphNode } from './format.ts'
import { effectManifest, reaches, type Effect, type Flow, type Manifest } from './manifest/effects.ts'
import type { InputSource } from './manifest/outside.ts'

/** How two graphs differ. */
export interface GraphDiff {
  readonly nodes: {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    /** Names of the fields that differ. */
    readonly changed: readonly { readonly node: string; readonly fields: readonly string[] }[]
  }
  readonly edges: { readonly added: readonly PlacedEdge[]; readonly removed: readonly PlacedEdge[] }
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/** An edge, and the address of the body that it is in. */
export interface PlacedEdge {
  readonly body: string
  readonly edge: Edge
}

/** Permissions that one graph has and another does not. */
export interface EffectDiff {
  readonly gained: readonly Effect[]
  readonly lost: readonly Effect[]
  readonly flows: readonly Flow[]
  readonly secretHosts: Manifest['secretHosts']
}

/** Compares two versions: the effects gained and lost, and the changes of the graph. */
export function diffVersions(
  before: Compiled,
  after: Compiled,
  inputs: InputSource = 'input',
): { readonly effects: EffectDiff; readonly graph: GraphDiff } {
  return {
    effects: diffEffects(effectManifest(before, inputs), effectManifest(after, inputs)),
    graph: diffGraphs(before.graph, after.graph),
  }
}

export function diffEffects(before: Manifest, after: Manifest): EffectDiff {
  const same = (value: unknown) => canonicalJson(value)
  const flows = new Set(before.flows.map(same))
  const hosts = new Set(before.secretHosts.map(same))
  return {
    gained: after.effects.filter((effect) => !before.effects.some((old) => holds(old, effect))),
    lost: before.effects.filter((effect) => !after.effects.some((now) => holds(now, effect))),
    flows: after.flows.filter((flow) => !flows.has(same(flow))),
    secretHosts: after.secretHosts.filter((host) => !hosts.has(same(host))),
  }
}

/**
 * Whether the wide effect covers the narrow one: same tool and model, no wider reach, no text from new kinds of source, no added repetition or
 * retries, no further secrets.
 */
function holds(wide: Effect, narrow: Effect): boolean {
  const kinds = new Set(wide.outside.map(({ kind }) => kind))
  return (
    wide.tool === narrow.tool &&
    reaches(wide.reach, narrow.reach) &&
    narrow.outside.every(({ kind }) => kinds.has(kind)) &&
    (wide.repeated.length > 0 || narrow.repeated.length === 0) &&
    (wide.again || !narrow.again) &&
    narrow.secrets.every((secret) => wide.secrets.includes(secret)) &&
    wide.model === narrow.model
  )
}

export function diffGraphs(before: Graph, after: Graph): GraphDiff {
  const [old, now] = [nodesOf(before), nodesOf(after)]
  const [wires, newWires] = [edgesOf(before), edgesOf(after)]
  const missing = <T>(from: ReadonlyMap<string, T>, to: ReadonlyMap<string, T>) =>
    [...from].filter(([key]) => !to.has(key)).map(([, value]) => value)
  return {
    nodes: {
      added: [...now.keys()].filter((address) => !old.has(address)),
      removed: [...old.keys()].filter((address) => !now.has(address)),
      changed: [...now].flatMap(([node, value]) => {
        const was = old.get(node)
        const fields = was === undefined ? [] : changedFields(was, value)
        return fields.length === 0 ? [] : [{ node, fields }]
      }),
    },
    edges: { added: missing(newWires, wires), removed: missing(wires, newWires) },
    inputs: changedFields(before.inputs, after.inputs),
    outputs: changedFields(before.outputs, after.outputs),
  }
}

function nodesOf(body: GraphBody, address = ''): Map<string, Omit<GraphNode, 'body'>> {
  const found = new Map<string, Omit<GraphNode, 'body'>>()
  for (const { body: inner, ...node } of body.nodes) {
    const place = address === '' ? node.id : `${address}/${node.id}`
    found.set(place, node)
    if (inner !== undefined) for (const [key, value] of nodesOf(inner, place)) found.set(key, value)
  }
  return found
}

function edgesOf(body: GraphBody, address = ''): Map<string, PlacedEdge> {
  const found = new Map(
    body.edges.map((edge): [string, PlacedEdge] => [
      `${address} ${canonicalJson(edge)}`,
      { body: address, edge },
    ]),
  )
  for (const { id, body: inner } of body.nodes)
    if (inner !== undefined)
      for (const [key, value] of edgesOf(inner, address === '' ? id : `${address}/${id}`))
        found.set(key, value)
  return found
}

function changedFields(before: object, after: object): string[] {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ]
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => canonicalJson(old.get(key)) !== canonicalJson(now.get(key)),
  )
}
