import type { Edge, Endpoint, Graph, GraphBody, GraphNode } from '@countersign/workflow'
import { AFTER, INPUT } from '@countersign/workflow'
import { bodyAt, joinAddress, nodeAt, splitAddress, type Op, type Place } from './edit.ts'
import { indexOf } from './graph-index.ts'

/** Edits by people and agents, as operations. */

type Json = GraphNode['inputs'][string]

/** Node types that have a body, with its initial content. */
const BODIES: Readonly<Record<string, GraphBody>> = {
  map: bodyOf(['item', 'index']),
  reduce: bodyOf(['item', 'index', 'accumulator']),
  loop: bodyOf(['value', 'index']),
}

function bodyOf(inputs: readonly string[]): GraphBody {
  return {
    inputs: Object.fromEntries(inputs.map((name) => [name, { schema: true }])),
    outputs: {},
    nodes: [],
    edges: [],
  }
}

/** An unused id in the body: the last word of the type, with a number if it is taken. */
function freshId(body: GraphBody, type: string, taken: ReadonlySet<string> = new Set()): string {
  const word = /[A-Za-z][\w-]*$/.exec(type)?.[0] ?? 'node'
  const ids = new Set([...body.nodes.map(({ id }) => id), ...taken])
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? word : `${word}${number}`
    if (!ids.has(id)) return id
  }
}

function newNode(id: string, type: string): GraphNode {
  const body = BODIES[type]
  return { id, type, inputs: {}, ...(body === undefined ? {} : { body }) }
}

export interface NewNode {
  readonly body: string
  readonly type: string
  readonly place?: Place | undefined
  readonly id?: string | undefined
}

/** Builds the operations that add a node, with the id and address that it gets. */
export function addNode(graph: Graph, { body, type, place, id: wanted }: NewNode) {
  const holder = bodyAt(graph, body)
  const free = holder === null ? 'node' : freshId(holder, type)
  const id = wanted !== undefined && !holder?.nodes.some((node) => node.id === wanted) ? wanted : free
  const ops: Op[] = [{ kind: 'put_node', body, node: newNode(id, type) }]
  if (place !== undefined) ops.push({ kind: 'set_place', address: joinAddress(body, id), place })
  return { id, address: joinAddress(body, id), ops }
}

/** Removes a node with its wires, the outputs that come from it, and its position. */
export function removeNode(graph: Graph, address: string): readonly Op[] {
  const { body, id } = splitAddress(address)
  const holder = bodyAt(graph, body)
  if (holder === null || nodeAt(graph, address) === null) return []
  const ops: Op[] = []
  for (const edge of holder.edges)
    if (edge.from[0] === id || edge.to[0] === id) ops.push({ kind: 'remove_edge', body, edge })
  for (const [name, from] of Object.entries(holder.outputs))
    if (from[0] === id) ops.push({ kind: 'set_output', body, name, from: null })
  ops.push({ kind: 'remove_node', body, id })
  for (const other of Object.keys(graph.view))
    if (other === address || other.startsWith(`${address}/`))
      ops.push({ kind: 'set_place', address: other, place: null })
  return ops
}

/** Changes fields of a node; undefined removes one. */
export function changeNode(graph: Graph, address: string, change: Partial<GraphNode>): readonly Op[] {
  const node = nodeAt(graph, address)
  if (node === null) return []
  const fields = Object.entries({ ...node, ...change }).filter(([, value]) => value !== undefined)
  const changed = Object.fromEntries(fields) as unknown as GraphNode // id, type and inputs are never removed
  return [{ kind: 'put_node', body: splitAddress(address).body, node: changed }]
}

/** Sets an input to a value, replacing its wire; undefined clears both. */
export function setValue(
  graph: Graph,
  address: string,
  port: string,
  value: Json | undefined,
): readonly Op[] {
  const { body, id } = splitAddress(address)
  const node = nodeAt(graph, address)
  if (node === null) return []
  const { [port]: _, ...rest } = node.inputs
  const inputs = value === undefined ? rest : { ...node.inputs, [port]: value }
  return [
    ...wiresInto(graph, body, id, port).map((edge): Op => ({ kind: 'remove_edge', body, edge })),
    { kind: 'put_node', body, node: { ...node, inputs } },
  ]
}

/** Wires an output to an input, replacing its value or wire. `$after` accepts several wires. */
export function connect(graph: Graph, body: string, edge: Edge): readonly Op[] {
  const [id, port] = edge.to
  const address = joinAddress(body, id)
  const node = nodeAt(graph, address)
  if (node === null) return []
  const ops: Op[] = []
  if (port !== AFTER)
    for (const old of wiresInto(graph, body, id, port)) ops.push({ kind: 'remove_edge', body, edge: old })
  if (port in node.inputs) {
    const { [port]: _, ...inputs } = node.inputs
    ops.push({ kind: 'put_node', body, node: { ...node, inputs } })
  }
  return [...ops, { kind: 'put_edge', body, edge }]
}

export function wiresInto(graph: Graph, body: string, id: string, port: string): readonly Edge[] {
  return bodyAt(graph, body)?.edges.filter(({ to }) => to[0] === id && to[1] === port) ?? []
}

/** This node and all nodes that run after it: a wire from one of them back to it would close a cycle. */
export function after(body: GraphBody, id: string): ReadonlySet<string> {
  const found = new Set([id])
  const open = [id]
  const { outOf } = indexOf(body)
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { to } of outOf.get(next) ?? [])
      if (!found.has(to[0])) {
        found.add(to[0])
        open.push(to[0])
      }
  return found
}

/** Sorts nodes so that each comes after the nodes it waits for; otherwise the order of the graph is kept. */
export function inOrder(body: GraphBody): readonly GraphNode[] {
  const waits = new Map(body.nodes.map(({ id }) => [id, 0]))
  for (const { from, to } of body.edges)
    if (from[0] !== INPUT && waits.has(from[0])) waits.set(to[0], (waits.get(to[0]) ?? 0) + 1)
  const below = indexOf(body).outOf
  const done: GraphNode[] = []
  const left = [...body.nodes]
  while (left.length > 0) {
    // In a cycle no node is ready: the first one is taken, so that every node is listed.
    const index = Math.max(
      0,
      left.findIndex(({ id }) => (waits.get(id) ?? 0) <= 0),
    )
    const [node] = left.splice(index, 1)
    if (node === undefined) break
    done.push(node)
    for (const { to } of below.get(node.id) ?? []) waits.set(to[0], (waits.get(to[0]) ?? 0) - 1)
  }
  return done
}

/** The clipboard: nodes with the wires between them. */
export interface Clip {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
}

export function copy(graph: Graph, body: string, ids: readonly string[]): Clip {
  const holder = bodyAt(graph, body)
  const wanted = new Set(ids)
  return {
    nodes: holder?.nodes.filter(({ id }) => wanted.has(id)) ?? [],
    edges: holder?.edges.filter(({ from, to }) => wanted.has(from[0]) && wanted.has(to[0])) ?? [],
  }
}

/** Inserts copied nodes, under new ids where theirs are taken. */
export function paste(graph: Graph, body: string, clip: Clip, place?: Place) {
  const holder = bodyAt(graph, body)
  const names = new Map<string, string>()
  if (holder === null) return { ids: [], ops: [] }
  for (const { id } of clip.nodes)
    names.set(id, freshId(holder, id.replace(/\d+$/, '') || 'node', new Set(names.values())))
  const ops: Op[] = clip.nodes.map((node, index): Op => {
    const id = names.get(node.id) ?? node.id
    return { kind: 'put_node', body, node: { ...node, id }, at: holder.nodes.length + index }
  })
  for (const edge of clip.edges) ops.push({ kind: 'put_edge', body, edge: renamed(edge, names) })
  let step = 0
  for (const id of names.values()) {
    if (place !== undefined)
      ops.push({
        kind: 'set_place',
        address: joinAddress(body, id),
        place: { x: place.x + step, y: place.y + step },
      })
    step += 30
  }
  return { ids: [...names.values()], ops }
}

function renamed({ from, to, pick }: Edge, names: ReadonlyMap<string, string>): Edge {
  const end = ([node, port]: Endpoint): Endpoint => [names.get(node) ?? node, port]
  return { from: end(from), to: end(to), ...(pick === undefined ? {} : { pick }) }
}
