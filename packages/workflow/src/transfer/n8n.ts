import { z } from 'zod'
import { graphError, type GraphError } from '../errors.ts'
import { AFTER, readGraph, type Edge, type Graph, type GraphNode } from '../format.ts'
import { jsonProblem, type Json, type Values } from '../json.ts'
import { err, ok, type Result } from '@countersign/policy'

const N8n = z.object({
  name: z.string().default('Imported'),
  nodes: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      parameters: z.record(z.string(), z.unknown()).default({}),
      position: z.tuple([z.number(), z.number()]).optional(),
      disabled: z.boolean().optional(),
    }),
  ),
  connections: z
    .record(
      z.string(),
      z.object({
        main: z.array(z.array(z.object({ node: z.string() })).nullable()).optional(),
      }),
    )
    .default({}),
})

type N8nNode = z.infer<typeof N8n>['nodes'][number]

/** The result of importing an n8n file. */
export interface Imported {
  readonly graph: Graph
  /** Nodes without a counterpart: placeholders that keep the graph from compiling. */
  readonly placeholders: readonly string[]
  readonly notes: readonly string[]
}

interface Counterpart {
  readonly type: string
  readonly inputs: Values
}

/** n8n nodes that do the same as one of ours when their parameters are plain values. Expressions are never imported. */
const COUNTERPARTS: Readonly<
  Record<string, (parameters: Readonly<Record<string, unknown>>) => Counterpart | undefined>
> = {
  'n8n-nodes-base.httpRequest': ({ url, method }) => {
    if (!isPlain(url)) return undefined
    if (method === undefined || method === 'GET') return { type: 'web.fetch', inputs: { url } }
    return typeof method === 'string' ? { type: 'http.request', inputs: { url, method } } : undefined
  },
  'n8n-nodes-base.wait': ({ amount, unit }) => {
    const letter = typeof unit === 'string' ? unit.charAt(0) : 's'
    return typeof amount === 'number'
      ? { type: 'time.wait', inputs: { for: `${amount}${letter}` } }
      : undefined
  },
  'n8n-nodes-base.merge': () => ({ type: 'merge', inputs: { mode: 'all' } }),
  'n8n-nodes-base.stopAndError': ({ errorMessage }) =>
    isPlain(errorMessage) ? { type: 'fail', inputs: { message: errorMessage } } : undefined,
}

/** Trigger nodes: here, triggers are set on the workflow, not in it. */
const BEGINNINGS = /^n8n-nodes-base\.(?:manualTrigger|scheduleTrigger|webhook|start|cron)$|Trigger$/

/** n8n expressions start with `=`. */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && !value.startsWith('=') && !value.includes('{{')
}

/** Imports an n8n workflow. A node without a counterpart becomes a placeholder that does not compile and keeps its parameters. */
export function importN8n(json: unknown): Result<Imported, readonly GraphError[]> {
  const value = typeof json === 'string' ? parsed(json) : json
  if (value === undefined || jsonProblem(value) !== undefined)
    return err([graphError('not_json', 'this is not JSON')])
  const read = N8n.safeParse(value)
  if (!read.success)
    return err([graphError('malformed', 'this is not an n8n workflow: it has no list of nodes')])
  const nodes = read.data.nodes.filter(({ type, disabled }) => !BEGINNINGS.test(type) && disabled !== true)
  const ids = idsOf(nodes)
  const made = nodes.map((node) => nodeOf(node, ids.get(node.name) ?? 'node'))
  const placeholders = made.filter(({ type }) => type.startsWith('placeholder.')).map(({ id }) => id)
  const graph = readGraph({
    version: 1,
    name: read.data.name.slice(0, 200) || 'Imported',
    nodes: made,
    edges: edgesOf(read.data.connections, ids, made),
    view: Object.fromEntries(
      nodes.flatMap(({ name, position }) =>
        position === undefined ? [] : [[ids.get(name) ?? name, { x: position[0], y: position[1] }] as const],
      ),
    ),
  })
  if (!graph.ok) return graph
  const notes = [
    ...(placeholders.length > 0
      ? [`${placeholders.length} nodes have no counterpart: replace them before it runs.`]
      : []),
    ...(nodes.length < read.data.nodes.length
      ? ['Triggers and disabled nodes were left out: set triggers on the workflow.']
      : []),
  ]
  return ok({ graph: graph.value, placeholders, notes })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function idsOf(nodes: readonly N8nNode[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const { name } of nodes) {
    const plain =
      name
        .replaceAll(/[^A-Za-z\d]+/g, '_')
        .replace(/^[^A-Za-z]+/, '')
        .slice(0, 50) || 'node'
    let id = plain
    for (let count = 2; taken.has(id); count += 1) id = `${plain}_${count}`
    taken.add(id)
    ids.set(name, id)
  }
  return ids
}

function nodeOf({ name, type, parameters }: N8nNode, id: string): GraphNode {
  const known = COUNTERPARTS[type]?.(parameters)
  if (known !== undefined) return { id, title: name.slice(0, 200), ...known }
  return {
    id,
    title: name.slice(0, 200),
    type: `placeholder.${type}`.slice(0, 200),
    inputs: { parameters: parameters as Readonly<Record<string, Json>> }, // the whole file was checked
  }
}

/** In n8n, items flow along connections; here the connections only set the order, because data is wired by port. */
function edgesOf(
  connections: z.infer<typeof N8n>['connections'],
  ids: ReadonlyMap<string, string>,
  nodes: readonly GraphNode[],
): Edge[] {
  const types = new Map(nodes.map(({ id, type }) => [id, type]))
  const edges = new Map<string, Edge>()
  for (const [source, { main = [] }] of Object.entries(connections))
    for (const [branch, targets] of main.entries())
      for (const { node } of targets ?? []) {
        const [from, to] = [ids.get(source), ids.get(node)]
        if (from === undefined || to === undefined) continue
        const port = outputOf(types.get(from) ?? '', branch)
        const target = types.get(to) === 'merge' ? `${from}_${branch}` : AFTER
        edges.set(`${from} ${port} ${to} ${target}`, { from: [from, port], to: [to, target] })
      }
  return [...edges.values()]
}

function outputOf(type: string, branch: number): string {
  if (type === 'merge') return 'values'
  if (type === 'time.wait') return 'time'
  if (type.startsWith('placeholder.')) return `output_${branch}`
  return 'text'
}
