import type { Category } from '@countersign/policy'
import type { Compiled, CompiledBody, CompiledNode } from '../compiled.ts'
import type { Json } from '../json.ts'
import type { ToolNode } from '../nodes/define-node.ts'
import { secretsIn } from '../secrets.ts'
import { followSources, FROM_OUTSIDE, readSource, type InputSource, type SourceKind } from './outside.ts'
import { specifierInputs, specifierText, WHOLE_RULES } from './specifier.ts'

/** The specifiers that the calls of a node may have, as far as the graph fixes them. */
export type Reach =
  /** `values`: the inputs that make up the text. */
  | { readonly kind: 'exact'; readonly text: string; readonly values: readonly string[] }
  | { readonly kind: 'bounds'; readonly patterns: readonly string[] }
  | { readonly kind: 'anything' }

/** How often a node may run. */
export interface Repetition {
  /** The address of the repeating node. */
  readonly node: string
  readonly kind: 'map' | 'reduce' | 'loop'
  /** Upper limit, if the graph states one. */
  readonly max?: number | undefined
}

/** The possible effect of one node. */
export interface Effect {
  readonly node: string
  readonly title: string
  readonly tool: string
  readonly category: Category
  readonly destructive: boolean | 'by_arguments' | 'by_inspection'
  readonly reach: Reach
  /** Sources of text in its arguments that others may have written. */
  readonly outside: readonly { readonly kind: SourceKind; readonly node: string }[]
  readonly repeated: readonly Repetition[]
  /** A failed call is retried even though that may repeat its effect. */
  readonly again: boolean
  readonly secrets: readonly string[]
  /** The host that it sends to, if the graph fixes it; otherwise `*`. */
  readonly host?: string | undefined
  /** The model that it uses; `default` is the model of the thread. */
  readonly model?: string | undefined
}

/** A flow of private data to the outside. */
export interface Flow {
  readonly kind: 'file' | 'collection' | 'memory' | 'secret'
  /** The address of the node that reads the data, or the name of the secret. */
  readonly from: string
  readonly to: string
  /** A host, or `model:` followed by a name. */
  readonly target: string
}

/** Everything a graph may do, known before it runs. */
export interface Manifest {
  readonly hash: string
  readonly effects: readonly Effect[]
  readonly flows: readonly Flow[]
  /** Hosts that receive secrets. */
  readonly secretHosts: readonly { readonly secret: string; readonly host: string }[]
  /** Models that receive text, and the nodes that send it. */
  readonly models: readonly { readonly model: string; readonly nodes: readonly string[] }[]
  /** Nodes that ask a person, wait, or run code. */
  readonly waits: readonly { readonly node: string; readonly type: string }[]
}

/** `inputs`: where the inputs of its runs come from. */
export function effectManifest(compiled: Compiled, inputs: InputSource = 'input'): Manifest {
  const { into } = followSources(compiled.root, inputs)
  const effects: Effect[] = []
  const waits: { node: string; type: string }[] = []
  const visit = (body: CompiledBody, repeated: readonly Repetition[]): void => {
    for (const node of body.nodes) {
      if (node.type.kind === 'tool')
        effects.push(effectOf(node, node.type, into.get(node.address) ?? new Set(), repeated))
      else if (node.type.kind === 'structure' && node.type.handedOut !== undefined)
        waits.push({ node: node.address, type: node.type.type })
      if (node.body !== undefined) visit(node.body, [...repeated, ...repetitionOf(node)])
    }
  }
  visit(compiled.root, [])
  return {
    hash: compiled.hash,
    effects,
    flows: effects.flatMap((effect) => flowsOf(effect, into.get(effect.node) ?? new Set())),
    secretHosts: effects.flatMap(({ secrets, host }) =>
      secrets.map((secret) => ({ secret, host: host ?? '*' })),
    ),
    models: modelsOf(effects),
    waits,
  }
}

function effectOf(
  node: CompiledNode,
  { facts }: ToolNode,
  sources: ReadonlySet<string>,
  repeated: readonly Repetition[],
): Effect {
  const reach = reachOf(node, facts)
  const secrets = [...new Set(Object.values(node.literals).flatMap((value) => secretsIn(value)))]
  return {
    node: node.address,
    title: node.node.title ?? facts.title,
    tool: facts.name,
    category: facts.category,
    destructive: facts.destructive,
    reach,
    outside: [...sources].map(readSource).filter(({ kind }) => FROM_OUTSIDE.has(kind)),
    repeated,
    again: node.node.retry?.again === true && facts.repeat === 'never',
    secrets,
    host: hostOf(facts, reach),
    model: modelOf(node, facts.name),
  }
}

function reachOf(node: CompiledNode, facts: ToolNode['facts']): Reach {
  const { bounds } = node.node
  const bounded: Reach = bounds === undefined ? { kind: 'anything' } : { kind: 'bounds', patterns: bounds }
  // An agent's prompt does not limit its actions, so only explicit bounds do.
  if (WHOLE_RULES.has(facts.name)) return bounded
  const wanted = specifierInputs(facts)
  const wired = new Set(node.wires.map(({ port }) => port))
  const names = wanted ?? [...wired, ...Object.keys(node.literals)]
  const isFixed = names.every(
    (name) => !wired.has(name) && (node.literals[name] !== undefined || wanted === undefined),
  )
  if (isFixed) {
    const text = specifierText(facts, node.literals)
    return {
      kind: 'exact',
      text,
      values: wanted === undefined ? [text] : names.map((name) => plain(node.literals[name])),
    }
  }
  return bounded
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** The host of a URL, with its port; `*` for any. */
function hostOf(facts: ToolNode['facts'], reach: Reach): string | undefined {
  if (facts.specifier.kind !== 'url')
    return facts.name.startsWith('mcp__') ? facts.name.split('__')[1] : undefined
  if (reach.kind === 'exact') return hostIn(reach.values[0] ?? reach.text)
  const hosts = new Set(reach.kind === 'bounds' ? reach.patterns.map(hostIn) : ['*'])
  return [...hosts].join(', ')
}

function hostIn(text: string): string {
  return /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/?#@]*@)?([^/?#]+)/i.exec(text)?.[1]?.toLowerCase() ?? '*'
}

function modelOf(node: CompiledNode, name: string): string | undefined {
  if (!name.startsWith('llm.') && name !== 'agent.run') return undefined
  const model = node.literals['model']
  if (typeof model === 'string') return model
  return node.wires.some(({ port }) => port === 'model') ? '*' : 'default'
}

function repetitionOf({ address, type, literals }: CompiledNode): Repetition[] {
  if (type.type === 'workflow') return []
  const kind = type.type as Repetition['kind'] // only these three have a body
  const items = literals['items']
  const max = kind === 'loop' ? literals['max'] : Array.isArray(items) ? items.length : undefined
  return [{ node: address, kind, max: typeof max === 'number' ? max : undefined }]
}

const PRIVATE: ReadonlySet<SourceKind> = new Set<SourceKind>(['file', 'collection', 'memory'])

function flowsOf(effect: Effect, sources: ReadonlySet<string>): Flow[] {
  const target = effect.host ?? (effect.model === undefined ? undefined : `model:${effect.model}`)
  if (target === undefined) return []
  const own = [...sources].map(readSource).filter(({ kind }) => PRIVATE.has(kind))
  return [
    ...own.map(({ kind, node }) => ({ kind: kind as Flow['kind'], from: node, to: effect.node, target })), // the filter keeps these
    ...effect.secrets.map((secret) => ({ kind: 'secret' as const, from: secret, to: effect.node, target })),
  ]
}

function modelsOf(effects: readonly Effect[]): Manifest['models'] {
  const models = new Map<string, string[]>()
  for (const { model, node } of effects)
    if (model !== undefined) models.set(model, [...(models.get(model) ?? []), node])
  return [...models].map(([model, nodes]) => ({ model, nodes }))
}

/** Whether one reach covers another, as far as their texts show. */
export function reaches(wide: Reach, narrow: Reach): boolean {
  if (wide.kind === 'anything') return true
  if (wide.kind === 'exact') return narrow.kind === 'exact' && narrow.text === wide.text
  return narrow.kind === 'bounds' && narrow.patterns.every((pattern) => wide.patterns.includes(pattern))
}
