import type { Edge, Endpoint, Graph, GraphBody, GraphInput, GraphNode } from '../format.ts'

/** Where a node is drawn. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** One change of a graph. `body` is the address of the node whose body it changes; empty for the graph itself. Applying an operation returns its inverse. */
export type Op =
  | { readonly kind: 'put_node'; readonly body: string; readonly node: GraphNode; readonly at?: number }
  | { readonly kind: 'remove_node'; readonly body: string; readonly id: string }
  | { readonly kind: 'put_edge'; readonly body: string; readonly edge: Edge; readonly at?: number }
  | { readonly kind: 'remove_edge'; readonly body: string; readonly edge: Edge }
  | {
      readonly kind: 'set_input'
      readonly body: string
      readonly name: string
      readonly input: GraphInput | null
    }
  | {
      readonly kind: 'set_output'
      readonly body: string
      readonly name: string
      readonly from: Endpoint | null
    }
  | { readonly kind: 'set_place'; readonly address: string; readonly place: Place | null }
  | { readonly kind: 'set_name'; readonly name: string }
  | { readonly kind: 'set_tests'; readonly tests: Graph['tests'] }

export interface Edited {
  readonly graph: Graph
  /** Undoes all operations, in the right order. */
  readonly inverse: readonly Op[]
}

/** Applies operations in sequence. An operation whose target does not exist is a no-op. */
export function applyOps(graph: Graph, ops: readonly Op[]): Edited {
  let now = graph
  const inverse: Op[] = []
  for (const op of ops) {
    const done = applyOp(now, op)
    if (done === null) continue
    now = done.graph
    inverse.unshift(done.inverse)
  }
  return { graph: now, inverse }
}

interface Applied {
  readonly graph: Graph
  readonly inverse: Op
}

function applyOp(graph: Graph, op: Op): Applied | null {
  switch (op.kind) {
    case 'set_name':
      return { graph: { ...graph, name: op.name }, inverse: { kind: 'set_name', name: graph.name } }
    case 'set_tests':
      return { graph: { ...graph, tests: op.tests }, inverse: { kind: 'set_tests', tests: graph.tests } }
    case 'set_place': {
      const before = graph.view[op.address] ?? null
      const view = withKey(graph.view, op.address, op.place)
      return { graph: { ...graph, view }, inverse: { ...op, place: before } }
    }
    case 'put_node':
    case 'remove_node':
      return applyToNodes(graph, op)
    case 'put_edge':
    case 'remove_edge':
      return applyToEdges(graph, op)
    case 'set_input': {
      const body = bodyAt(graph, op.body)
      if (body === null) return null
      const before = body.inputs[op.name] ?? null
      const inputs = withKey(body.inputs, op.name, op.input)
      return { graph: withBody(graph, op.body, { ...body, inputs }), inverse: { ...op, input: before } }
    }
    case 'set_output': {
      const body = bodyAt(graph, op.body)
      if (body === null) return null
      const before = body.outputs[op.name] ?? null
      const outputs = withKey(body.outputs, op.name, op.from)
      return { graph: withBody(graph, op.body, { ...body, outputs }), inverse: { ...op, from: before } }
    }
  }
}

function applyToNodes(graph: Graph, op: Extract<Op, { kind: 'put_node' | 'remove_node' }>): Applied | null {
  const body = bodyAt(graph, op.body)
  if (body === null) return null
  const id = op.kind === 'put_node' ? op.node.id : op.id
  const index = body.nodes.findIndex((node) => node.id === id)
  const before = body.nodes[index]
  if (op.kind === 'remove_node') {
    if (before === undefined) return null
    const nodes = body.nodes.filter((node) => node.id !== id)
    const inverse: Op = { kind: 'put_node', body: op.body, node: before, at: index }
    return { graph: withBody(graph, op.body, { ...body, nodes }), inverse }
  }
  if (before !== undefined) {
    const nodes = body.nodes.map((node) => (node.id === id ? op.node : node))
    return { graph: withBody(graph, op.body, { ...body, nodes }), inverse: { ...op, node: before } }
  }
  const nodes = body.nodes.toSpliced(op.at ?? body.nodes.length, 0, op.node)
  return {
    graph: withBody(graph, op.body, { ...body, nodes }),
    inverse: { kind: 'remove_node', body: op.body, id },
  }
}

function applyToEdges(graph: Graph, op: Extract<Op, { kind: 'put_edge' | 'remove_edge' }>): Applied | null {
  const body = bodyAt(graph, op.body)
  if (body === null) return null
  const key = edgeKey(op.edge)
  const index = body.edges.findIndex((edge) => edgeKey(edge) === key)
  const before = body.edges[index]
  if (op.kind === 'remove_edge') {
    if (before === undefined) return null
    const edges = body.edges.toSpliced(index, 1)
    const inverse: Op = { kind: 'put_edge', body: op.body, edge: before, at: index }
    return { graph: withBody(graph, op.body, { ...body, edges }), inverse }
  }
  if (before !== undefined) return null
  const edges = body.edges.toSpliced(op.at ?? body.edges.length, 0, op.edge)
  return {
    graph: withBody(graph, op.body, { ...body, edges }),
    inverse: { kind: 'remove_edge', body: op.body, edge: op.edge },
  }
}

/** Two wires with the same ends are the same wire. */
export function edgeKey({ from, to, pick }: Edge): string {
  return JSON.stringify([...from, ...to, pick ?? ''])
}

function withKey<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T | null,
): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = record
  if (value === null) return rest
  // An existing key keeps its position.
  return key in record ? { ...record, [key]: value } : { ...rest, [key]: value }
}

/** The body at an address: that of the graph if the address is empty, else that of the node; null if there is none. */
export function bodyAt(graph: Graph, address: string): GraphBody | null {
  let body: GraphBody = graph
  for (const id of address === '' ? [] : address.split('/')) {
    const next: GraphBody | undefined = body.nodes.find((node) => node.id === id)?.body
    if (next === undefined) return null
    body = next
  }
  return body
}

/** The node at an address such as `each/save`. */
export function nodeAt(graph: Graph, address: string): GraphNode | null {
  const { body, id } = splitAddress(address)
  return bodyAt(graph, body)?.nodes.find((node) => node.id === id) ?? null
}

export function splitAddress(address: string): { readonly body: string; readonly id: string } {
  const cut = address.lastIndexOf('/')
  return cut < 0 ? { body: '', id: address } : { body: address.slice(0, cut), id: address.slice(cut + 1) }
}

export function joinAddress(body: string, id: string): string {
  return body === '' ? id : `${body}/${id}`
}

function withBody(graph: Graph, address: string, changed: GraphBody): Graph {
  if (address === '') return { ...graph, ...changed }
  return { ...graph, ...inside(graph, address.split('/'), changed) }
}

function inside(body: GraphBody, path: readonly string[], changed: GraphBody): GraphBody {
  const [id, ...rest] = path
  const nodes = body.nodes.map((node) => {
    if (node.id !== id || node.body === undefined) return node
    return { ...node, body: rest.length === 0 ? changed : inside(node.body, rest, changed) }
  })
  return { ...body, nodes }
}
