import type { GraphProblem, NodeState } from '@countersign/protocol'
import { ERROR, INPUT, type Edge, type Graph, type GraphBody, type GraphNode } from '@countersign/workflow'
import { inOrder } from '../model/changes.ts'
import { applyOps, bodyAt, edgeKey, joinAddress, type Place } from '../model/edit.ts'
import type { Ghost, GhostLook } from '../model/ghosts.ts'
import { ghostLooks } from '../model/ghosts.ts'
import { gridPlaces, HEAD_HEIGHT, nodeHeight, NODE_WIDTH, PORT_HEIGHT } from '../model/places.ts'
import { fitOf, lookOf, portsOf, titleOf, typeOf, type Look, type NodeTypes } from '../model/ports.ts'

/** One port as it is drawn. */
export interface DrawnPort {
  readonly name: string
  readonly look: Look
}

/** What a node on the canvas shows. */
export interface NodeData extends Record<string, unknown> {
  readonly title: string
  readonly type: string
  readonly kind: 'pure' | 'structure' | 'tool' | 'input' | 'unknown'
  readonly inputs: readonly DrawnPort[]
  readonly outputs: readonly DrawnPort[]
  readonly inside: number | null
  readonly ghost: GhostLook | null
  readonly wrong: string | null
  readonly state: NodeState | null
  readonly note: string | null
}

export interface DrawnNode {
  readonly id: string
  readonly data: NodeData
  readonly place: Place
  readonly height: number
}

export interface DrawnEdge {
  readonly id: string
  readonly edge: Edge
  readonly source: string
  readonly target: string
  readonly look: Look
  readonly check: boolean
  readonly change: 'added' | 'removed' | null
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
}

export interface DrawingOf {
  readonly graph: Graph
  readonly body: string
  readonly types: NodeTypes
  readonly ghosts: readonly Ghost[]
  readonly problems: readonly GraphProblem[]
  readonly states?: ReadonlyMap<string, { readonly state: NodeState; readonly note: string | null }>
}

/** What the canvas draws: the graph with what is proposed, nodes in the order in which they run. */
export function drawingOf({ graph, body, types, ghosts, problems, states }: DrawingOf): Drawing {
  const ops = ghosts.flatMap((ghost) => ghost.ops)
  // What would be removed is still drawn, struck through.
  const adds = ops.filter(({ kind }) => kind !== 'remove_node' && kind !== 'remove_edge')
  const shown = adds.length === 0 ? graph : applyOps(graph, adds).graph
  const holder = bodyAt(shown, body)
  if (holder === null) return { nodes: [], edges: [] }
  const before = new Set(bodyAt(graph, body)?.edges.map(edgeKey))
  const removed = new Set(
    ops.flatMap((op) => (op.kind === 'remove_edge' && op.body === body ? [edgeKey(op.edge)] : [])),
  )
  const looks = ghostLooks(graph, ghosts)
  const grid = gridPlaces(holder, body)
  const ordered = inOrder(holder).map((node): DrawnNode => {
    const address = joinAddress(body, node.id)
    const data = nodeData(node, holder, types)
    const run = states?.get(address)
    const wrong = problems.find((problem) => problem.node === address)?.message ?? null
    return {
      id: address,
      data: {
        ...data,
        ghost: looks.get(address) ?? null,
        wrong,
        state: run?.state ?? null,
        note: run?.note ?? null,
      },
      place: shown.view[address] ?? grid.get(address) ?? { x: 0, y: 0 },
      height: nodeHeight(data.inputs.length, data.outputs.length),
    }
  })
  const edges = holder.edges.map((edge): DrawnEdge => {
    const key = edgeKey(edge)
    return {
      id: key,
      edge,
      source: joinAddress(body, edge.from[0]),
      target: joinAddress(body, edge.to[0]),
      look: lookOf(typeOf(holder, types, edge.from)),
      check: fitOf(holder, types, edge) === 'check',
      change: removed.has(key) ? 'removed' : before.has(key) ? null : 'added',
    }
  })
  return { nodes: [...inputNodes(holder, body, shown, ordered), ...ordered], edges }
}

type Shape = Pick<NodeData, 'title' | 'type' | 'kind' | 'inputs' | 'outputs' | 'inside'>

/** Ports that are drawn: those that are wired or must be; the others are in the inspector. */
function nodeData(node: GraphNode, holder: GraphBody, types: NodeTypes): Shape {
  const { inputs, outputs } = portsOf(node, types, holder)
  const wiredIn = new Set(holder.edges.filter(({ to }) => to[0] === node.id).map(({ to }) => to[1]))
  const wiredOut = new Set(holder.edges.filter(({ from }) => from[0] === node.id).map(({ from }) => from[1]))
  const shownIn = inputs.filter(
    ({ name, required }) => wiredIn.has(name) || (required && !(name in node.inputs)),
  )
  const after = [...wiredIn].filter((name) => !inputs.some((input) => input.name === name))
  return {
    title: titleOf(node, types),
    type: node.type,
    kind: types.get(node.type)?.kind ?? 'unknown',
    inputs: [
      ...shownIn.map(({ name, schema }) => ({ name, look: lookOf(schema) })),
      ...after.map((name) => ({ name, look: 'other' as const })),
    ],
    outputs: outputs
      .filter(({ name }) => name !== ERROR || wiredOut.has(name))
      .map(({ name, schema }) => ({ name, look: lookOf(schema) })),
    inside: node.body?.nodes.length ?? null,
  }
}

/** The inputs of the graph stand at the left, as one box. */
function inputNodes(
  holder: GraphBody,
  body: string,
  graph: Graph,
  others: readonly DrawnNode[],
): readonly DrawnNode[] {
  const inputs = Object.entries(holder.inputs)
  if (inputs.length === 0) return []
  const id = joinAddress(body, INPUT)
  const left = Math.min(0, ...others.map(({ place }) => place.x))
  const outputs = inputs.map(([name, { schema }]) => ({ name, look: lookOf(schema) }))
  return [
    {
      id,
      data: {
        title: 'Inputs',
        type: '$input',
        kind: 'input',
        inputs: [],
        outputs,
        inside: null,
        ghost: null,
        wrong: null,
        state: null,
        note: null,
      },
      place: graph.view[id] ?? { x: left - NODE_WIDTH - 80, y: 0 },
      height: nodeHeight(0, outputs.length),
    },
  ]
}

/** Where the middle of a port is, from the top of its node. */
export function portTop(index: number): number {
  return HEAD_HEIGHT + index * PORT_HEIGHT + PORT_HEIGHT / 2
}
