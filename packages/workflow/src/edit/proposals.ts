import type { Graph } from '../format.ts'
import { z } from 'zod'
import { applyOps, joinAddress, nodeAt, type Op } from './ops.ts'

/** A change that an agent proposes. It is drawn, but has no effect until a person accepts it. */
export interface Proposal {
  /** Number shown on the canvas, from 1. */
  readonly number: number
  readonly label: string
  readonly ops: readonly Op[]
}

/** Returns the graph with all proposals applied. */
export function withProposals(graph: Graph, ghosts: readonly Proposal[]): Graph {
  return applyOps(
    graph,
    ghosts.flatMap(({ ops }) => ops),
  ).graph
}

/** Returns a proposal with its prerequisites, in order: a wire needs the nodes at its ends. */
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

/** Addresses of the nodes that an operation refers to. */
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

/** Checks only the shape of operations: `readGraph` checks nodes and inputs in the resulting graph. */
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

/** Parses proposals that a page sent; undefined if they are malformed. */
export function readProposals(json: unknown): readonly Proposal[] | undefined {
  const read = Proposals.safeParse(json)
  return read.success ? (read.data as readonly Proposal[]) : undefined // nodes and inputs are JSON; `readGraph` checks the resulting graph
}
