import type { NodeState, NodeStateView } from '@countersign/protocol'
import type { GraphBody } from '@countersign/workflow'
import { inOrder } from '../model/changes.ts'
import { joinAddress } from '../model/edit.ts'

/** The states of one node over all its items. */
export interface NodeRuns {
  readonly node: string
  /** What a person called it; its address, if nobody did. */
  readonly title: string
  readonly state: NodeState
  readonly items: readonly NodeStateView[]
  readonly done: number
  readonly failed: number
  readonly ms: number | null
  readonly tries: number
}

/** Picks one state for all items: first one that needs a person, then one in progress, then a failure. */
const ORDER: readonly NodeState[] = [
  'waiting',
  'interrupted',
  'running',
  'failed',
  'sleeping',
  'idle',
  'done',
  'reused',
  'cancelled',
  'skipped',
]

/** Addresses and titles of all nodes in execution order; the nodes of a body follow the node that contains it. */
function titles(body: GraphBody, address = ''): readonly (readonly [address: string, title: string])[] {
  return inOrder(body).flatMap((node) => {
    const own = joinAddress(address, node.id)
    const line = [own, node.title ?? own] as const
    return node.body === undefined ? [line] : [line, ...titles(node.body, own)]
  })
}

/** The states of a run, grouped by node, in execution order. */
export function byNode(states: readonly NodeStateView[], graph: GraphBody | null): readonly NodeRuns[] {
  const named = new Map(graph === null ? [] : titles(graph))
  const order = new Map([...named.keys()].map((address, index) => [address, index]))
  const place = ({ node }: NodeRuns): number => order.get(node) ?? order.size
  return gathered(states, named).toSorted((a, b) => place(a) - place(b))
}

function gathered(states: readonly NodeStateView[], named: ReadonlyMap<string, string>): readonly NodeRuns[] {
  return [...Map.groupBy(states, ({ node }) => node)].map(([node, items]) => {
    const times = items.flatMap(({ ms }) => (ms === null ? [] : [ms]))
    return {
      node,
      title: named.get(node) ?? node,
      items,
      state: ORDER.find((state) => items.some((one) => one.state === state)) ?? 'idle',
      done: items.filter(({ state }) => state === 'done').length,
      failed: items.filter(({ state }) => state === 'failed').length,
      ms: times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0),
      tries: Math.max(...items.map(({ tries }) => tries)),
    }
  })
}

export const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled'])
