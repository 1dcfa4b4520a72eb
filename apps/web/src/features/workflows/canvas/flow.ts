import type { GraphProblem, NodeEffect, NodeState } from '@countersign/protocol'
import { ERROR, INPUT, type Edge, type Graph, type GraphBody, type GraphNode } from '@countersign/workflow'
import { effectWords } from '../effects/effect-words.ts'
import { inOrder } from '../model/changes.ts'
import { applyOps, bodyAt, edgeKey, joinAddress, type Place } from '../model/edit.ts'
import type { Ghost, GhostLook } from '../model/ghosts.ts'
import { indexOf } from '../model/graph-index.ts'
import { ghostLooks } from '../model/ghosts.ts'
import {
  BODY_PAD,
  gridPlaces,
  HEAD_HEIGHT,
  nodeHeight,
  NODE_WIDTH,
  PORT_HEIGHT,
  type Size,
} from '../model/places.ts'
import { fitOf, lookOf, portsOf, titleOf, typeOf, type Look, type NodeTypes } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'

export interface DrawnPort {
  readonly name: string
  readonly look: Look
}

/** The data that a node on the canvas displays. */
export interface NodeData extends Record<string, unknown> {
  readonly title: string
  readonly type: string
  readonly kind: 'pure' | 'structure' | 'tool' | 'input' | 'unknown'
  readonly inputs: readonly DrawnPort[]
  readonly outputs: readonly DrawnPort[]
  /** Whether its body is drawn inside it. */
  readonly holds: boolean
  readonly width: number
  readonly ghost: GhostLook | null
  readonly wrong: string | null
  readonly state: NodeState | null
  /** Its effect, or its progress. */
  readonly note: string | null
}

export interface DrawnNode {
  readonly id: string
  /** The node whose body contains it; null at the top level. */
  readonly parent: string | null
  readonly data: NodeData
  /** Relative to the corner of its parent. */
  readonly place: Place
  /** The offset between `place` and the stored position. */
  readonly origin: Place
  readonly height: number
}

export interface DrawnEdge {
  readonly id: string
  readonly body: string
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
  readonly types: NodeTypes
  readonly ghosts: readonly Ghost[]
  readonly problems: readonly GraphProblem[]
  readonly effects?: readonly NodeEffect[]
  readonly states?: ReadonlyMap<string, { readonly state: NodeState; readonly note: string | null }>
}

/** The input for drawing one body. */
interface Sketch extends DrawingOf {
  /** The graph including the proposals. */
  readonly shown: Graph
  readonly looks: ReadonlyMap<string, GhostLook>
  readonly removed: ReadonlySet<string>
  readonly effectOf: ReadonlyMap<string, NodeEffect>
}

/** The drawing: the graph with all proposals, nodes in execution order, bodies inside their nodes. */
export function drawingOf(of: DrawingOf): Drawing {
  const { graph, ghosts } = of
  const ops = ghosts.flatMap((ghost) => ghost.ops)
  // A node whose removal is proposed is still drawn, struck through.
  const adds = ops.filter(({ kind }) => kind !== 'remove_node' && kind !== 'remove_edge')
  const { nodes, edges } = drawBody(
    {
      ...of,
      shown: adds.length === 0 ? graph : applyOps(graph, adds).graph,
      looks: ghostLooks(graph, ghosts),
      removed: new Set(
        ops.flatMap((op) => (op.kind === 'remove_edge' ? [`${op.body} ${edgeKey(op.edge)}`] : [])),
      ),
      effectOf: new Map(of.effects?.map((effect) => [effect.node, effect])),
    },
    '',
  )
  return { nodes, edges }
}

interface DrawnBody extends Drawing {
  readonly size: Size
}

function drawBody(sketch: Sketch, body: string): DrawnBody {
  const { graph, shown, types, removed } = sketch
  const holder = bodyAt(shown, body)
  if (holder === null) return { nodes: [], edges: [], size: { width: 0, height: 0 } }
  const before = new Set(bodyAt(graph, body)?.edges.map(edgeKey))
  const inner = new Map<string, DrawnBody>()
  const own = inOrder(holder).map((node): DrawnNode => {
    const address = joinAddress(body, node.id)
    const inside = node.body === undefined ? null : drawBody(sketch, address)
    const drawn = drawNode(sketch, holder, node, body, inside?.size ?? null)
    if (inside !== null) inner.set(address, movedInside(inside, address, drawn))
    return drawn
  })
  const placed = withPlaces(sketch, body, holder, own)
  const edges = holder.edges.map((edge): DrawnEdge => {
    const key = edgeKey(edge)
    return {
      id: `${body} ${key}`,
      body,
      edge,
      source: joinAddress(body, edge.from[0]),
      target: joinAddress(body, edge.to[0]),
      look: lookOf(typeOf(holder, types, edge.from)),
      check: fitOf(holder, types, edge) === 'check',
      change: removed.has(`${body} ${key}`) ? 'removed' : before.has(key) ? null : 'added',
    }
  })
  return {
    // A parent has to come before its children. Tab goes through the nodes in this order, so what a node holds comes right after it.
    nodes: placed.flatMap((node) => [node, ...(inner.get(node.id)?.nodes ?? [])]),
    edges: [...edges, ...[...inner.values()].flatMap((one) => one.edges)],
    size: sizeOf(placed),
  }
}

/** Positions relative to the corner of the body, so that its node is exactly as large as the body. */
function withPlaces(
  { shown }: Sketch,
  body: string,
  holder: GraphBody,
  own: readonly DrawnNode[],
): readonly DrawnNode[] {
  const sizes = new Map(own.map(({ id, data, height }) => [id, { width: data.width, height }]))
  const grid = gridPlaces(holder, body, sizes)
  const nodes = own.map((node) => ({
    ...node,
    place: shown.view[node.id] ?? grid.get(node.id) ?? { x: 0, y: 0 },
  }))
  const all = [...inputNodes(holder, body, shown, nodes), ...nodes]
  if (body === '' || all.length === 0) return all
  const x = Math.min(...all.map(({ place }) => place.x))
  const y = Math.min(...all.map(({ place }) => place.y))
  const origin = { x: -x, y: -y }
  return all.map((node) => ({ ...node, origin, place: { x: node.place.x - x, y: node.place.y - y } }))
}

function sizeOf(nodes: readonly DrawnNode[]): Size {
  return {
    width: Math.max(0, ...nodes.map(({ place, data }) => place.x + data.width)),
    height: Math.max(0, ...nodes.map(({ place, height }) => place.y + height)),
  }
}

/** The drawing of a body, moved below the header of its node. */
function movedInside({ nodes, edges, size }: DrawnBody, address: string, holder: DrawnNode): DrawnBody {
  const by = { x: BODY_PAD, y: bodyTop(holder.data) }
  return {
    nodes: nodes.map((node) =>
      node.parent === null
        ? {
            ...node,
            parent: address,
            place: { x: node.place.x + by.x, y: node.place.y + by.y },
            origin: { x: node.origin.x + by.x, y: node.origin.y + by.y },
          }
        : node,
    ),
    edges,
    size,
  }
}

/** The offset of the body from the top of its node. */
function bodyTop({ inputs, outputs }: Pick<NodeData, 'inputs' | 'outputs'>): number {
  return nodeHeight(inputs.length, outputs.length) + 4
}

function drawNode(
  { looks, problems, states, types, effectOf }: Sketch,
  holder: GraphBody,
  node: GraphNode,
  body: string,
  inside: Size | null,
): DrawnNode {
  const address = joinAddress(body, node.id)
  const shape = shapeOf(node, holder, types)
  const run = states?.get(address)
  const own = nodeHeight(shape.inputs.length, shape.outputs.length)
  return {
    id: address,
    parent: null,
    data: {
      ...shape,
      holds: inside !== null,
      width: inside === null ? NODE_WIDTH : Math.max(NODE_WIDTH + 60, inside.width + BODY_PAD * 2),
      ghost: looks.get(address) ?? null,
      wrong: problems.find((problem) => problem.node === address)?.message ?? null,
      state: run?.state ?? null,
      note: run === undefined ? doesWhat(node, shape.kind, types, effectOf.get(address)) : run.note,
    },
    place: { x: 0, y: 0 },
    origin: { x: 0, y: 0 },
    height: inside === null ? own : bodyTop(shape) + Math.max(inside.height, 24) + BODY_PAD,
  }
}

/** The effect of a node, in a few words. */
function doesWhat(
  node: GraphNode,
  kind: NodeData['kind'],
  types: NodeTypes,
  effect: NodeEffect | undefined,
): string {
  if (node.type.startsWith('human.')) return texts.waitsForYou
  if (kind === 'pure') return texts.pureWord
  if (kind === 'structure') return node.type === 'map' ? mapWords(node) : texts.structureWord
  if (effect !== undefined) return effectWords(effect)
  const category = types.get(node.type)?.category ?? null
  return category === null ? texts.unknownWord : texts.does[category]
}

function mapWords({ inputs }: GraphNode): string {
  const { parallel, on_error: onError } = inputs
  const most = typeof parallel === 'number' ? parallel : 8
  const failing = onError === 'skip' || onError === 'collect' ? onError : 'stop'
  return texts.mapWords(most, texts.mapErrors[failing])
}

type Shape = Pick<NodeData, 'title' | 'type' | 'kind' | 'inputs' | 'outputs'>

/** The canvas draws only ports that are wired or required; the inspector shows the rest. */
function shapeOf(node: GraphNode, holder: GraphBody, types: NodeTypes): Shape {
  const { inputs, outputs } = portsOf(node, types, holder)
  const { into, outOf } = indexOf(holder)
  const wiredIn = new Set(into.get(node.id)?.map(({ to }) => to[1]))
  const wiredOut = new Set(outOf.get(node.id)?.map(({ from }) => from[1]))
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
  }
}

/** Draws the inputs of the graph or body as one box on the left. */
function inputNodes(
  holder: GraphBody,
  body: string,
  graph: Graph,
  others: readonly DrawnNode[],
): readonly DrawnNode[] {
  const inputs = Object.entries(holder.inputs)
  const used = body === '' || holder.edges.some(({ from }) => from[0] === INPUT)
  if (inputs.length === 0 || !used) return []
  const id = joinAddress(body, INPUT)
  const left = Math.min(0, ...others.map(({ place }) => place.x))
  const top = others.length === 0 ? 0 : Math.min(...others.map(({ place }) => place.y))
  const outputs = inputs.map(([name, { schema }]) => ({ name, look: lookOf(schema) }))
  return [
    {
      id,
      parent: null,
      data: {
        title: body === '' ? texts.inputsWord : texts.itemWord,
        type: 'input',
        kind: 'input',
        inputs: [],
        outputs,
        holds: false,
        width: NODE_WIDTH,
        ghost: null,
        wrong: null,
        state: null,
        note: null,
      },
      place: graph.view[id] ?? { x: left - NODE_WIDTH - 80, y: top },
      origin: { x: 0, y: 0 },
      height: nodeHeight(0, outputs.length),
    },
  ]
}

/** The offset of a port's centre from the top of its node. */
export function portTop(index: number): number {
  return HEAD_HEIGHT + index * PORT_HEIGHT + PORT_HEIGHT / 2
}
