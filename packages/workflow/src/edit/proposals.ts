import type { Graph } from '../format.ts'
import { z } from 'zod'
import { applyOps, joinAddress, nodeAt, type Op } from './ops.ts'

/** A change that an agent proposes. It is drawn and does nothing until a person accepts it. */
export interface Proposal {
  /** Counted from 1, as it is drawn. */
  readonly number: number
  readonly label: string
  readonly ops: readonly Op[]
}

/** What a graph would be with all proposals. */
export function withProposals(graph: Graph, ghosts: readonly Proposal[]): Graph {
  return applyOps(
    graph,
    ghosts.flatMap(({ ops }) => ops),
  ).graph
}

/** A proposal with those that it needs: a wire needs the nodes at its ends. In their order. */
export function withNeeded(graph: Graph, ghosts: readonly Proposal[], number: number): readonly Proposal[] {
  const wanted = new Set<number>()
  const open = ghosts.filter((ghost) => ghost.number === number)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (wanted.has(next.number)) continue
    wanted.add(next.number)
    const missing = new Set(
      next.ops.flatMap(addressesOf).filter((address) => nodeAt(graph, address) === null),
    )
    for (const ghost of ghosts)
      if (!wanted.has(ghost.number) && ghost.ops.some((op) => adds(op, missing))) open.push(ghost)
  }
  return ghosts.filter((ghost) => wanted.has(ghost.number))
}

function adds(op: Op, missing: ReadonlySet<string>): boolean {
  return op.kind === 'put_node' && missing.has(joinAddress(op.body, op.node.id))
}

/** Nodes that an operation is about. */
function addressesOf(op: Op): readonly string[] {
  const inBody = (ids: readonly string[]): readonly string[] => [
    ...('body' in op && op.body !== '' ? [op.body] : []),
    ...ids.filter((id) => !id.startsWith('$')).map((id) => joinAddress('body' in op ? op.body : '', id)),
  ]
  switch (op.kind) {
    case 'put_node':
      return inBody([op.node.id])
    case 'remove_node':
      return inBody([op.id])
    case 'put_edge':
    case 'remove_edge':
      return inBody([op.edge.from[0], op.edge.to[0]])
    case 'set_output':
      return inBody(op.from === null ? [] : [op.from[0]])
    case 'set_input':
      return inBody([])
    case 'set_place':
      return [op.address]
    case 'set_name':
    case 'set_tests':
      return []
  }
}

const Json = z.record(z.string(), z.unknown())
const End = z.tuple([z.string(), z.string()])
const Edge = z.strictObject({ from: End, to: End, pick: z.string().optional() })
const Body = z.string().max(400)
const At = z.number().int().nonnegative().optional()

/** The shape of operations; whether nodes and inputs are such, the graph that comes out is asked. */
const Ops = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('put_node'), body: Body, node: Json, at: At }),
    z.strictObject({ kind: z.literal('remove_node'), body: Body, id: z.string() }),
    z.strictObject({ kind: z.literal('put_edge'), body: Body, edge: Edge, at: At }),
    z.strictObject({ kind: z.literal('remove_edge'), body: Body, edge: Edge }),
    z.strictObject({ kind: z.literal('set_input'), body: Body, name: z.string(), input: Json.nullable() }),
    z.strictObject({ kind: z.literal('set_output'), body: Body, name: z.string(), from: End.nullable() }),
    z.strictObject({
      kind: z.literal('set_place'),
      address: z.string(),
      place: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
    }),
    z.strictObject({ kind: z.literal('set_name'), name: z.string().max(200) }),
  ]),
)

const Proposals = z
  .array(z.strictObject({ number: z.number().int().positive(), label: z.string().max(1000), ops: Ops }))
  .max(5000)

/** Reads proposals that a page sent; undefined: they are none. */
export function readProposals(json: unknown): readonly Proposal[] | undefined {
  const read = Proposals.safeParse(json)
  return read.success ? (read.data as readonly Proposal[]) : undefined // nodes and inputs are JSON; `readGraph` checks what they become
}
