import type { CallId, CallView } from '@countersign/protocol'
import { FOLD_READS_FROM, isQuietRead } from '@countersign/protocol/client'

/** A call with the calls that were made inside it. */
export interface CallNode {
  readonly call: CallView
  readonly children: readonly CallNode[]
  /** Totals of the whole branch below, without this call. */
  readonly inside: BranchSums
}

export interface BranchSums {
  readonly calls: number
  readonly waiting: number
  readonly failed: number
  readonly refused: number
  readonly running: CallView | null
}

/** An entry of the call tree at one level: a call, several reads as one line, or the folded middle of a long turn. */
export type CallItem =
  | { readonly kind: 'call'; readonly node: CallNode }
  | { readonly kind: 'reads'; readonly tool: string; readonly nodes: readonly CallNode[] }
  | { readonly kind: 'more'; readonly nodes: readonly CallNode[] }

/** Root lines that a turn may take before its middle is folded. */
export const MAX_ROOT_LINES = 12

/** The tree of calls, oldest first at every level. A call whose parent is unknown is at the root. */
export function buildCallTree(calls: Iterable<CallView>): readonly CallNode[] {
  const all = [...calls].sort((a, b) => a.proposed_at - b.proposed_at)
  const known = new Set(all.map((call) => call.id))
  const byParent = Map.groupBy(all, (call) =>
    call.parent_id !== null && call.parent_id !== call.id && known.has(call.parent_id)
      ? call.parent_id
      : null,
  )
  const build = (parent: CallId | null): readonly CallNode[] =>
    (byParent.get(parent) ?? []).map((call) => {
      const children = build(call.id)
      return { call, children, inside: sum(children) }
    })
  return build(null)
}

/** It is this call, or contains it at any depth. */
export function holds({ call, children }: CallNode, wanted: CallId | null): boolean {
  return wanted !== null && (call.id === wanted || children.some((child) => holds(child, wanted)))
}

/** Over calls and all that is in them. */
export function sum(nodes: readonly CallNode[]): BranchSums {
  const sums = { calls: 0, waiting: 0, failed: 0, refused: 0, running: null as CallView | null } // null at first, a call later
  for (const { call, inside } of nodes) {
    sums.calls += 1 + inside.calls
    sums.waiting += inside.waiting + (call.state === 'waiting' ? 1 : 0)
    sums.failed += inside.failed + (call.state === 'failed' || call.state === 'interrupted' ? 1 : 0)
    sums.refused += inside.refused + (call.state === 'denied' || call.state === 'blocked' ? 1 : 0)
    sums.running = inside.running ?? (call.state === 'running' ? call : sums.running)
  }
  return sums
}

/** Lines of one level. Consecutive reads are folded; beyond twelve root lines the settled middle is folded too. */
export function callItems(nodes: readonly CallNode[], root: boolean): readonly CallItem[] {
  const items = foldReads(nodes)
  return root ? foldMiddle(items) : items
}

function foldReads(nodes: readonly CallNode[]): readonly CallItem[] {
  const items: CallItem[] = []
  let index = 0
  while (index < nodes.length) {
    const first = nodes[index]
    if (first === undefined) break
    let end = index
    while (foldsInto(first, nodes[end])) end += 1
    if (end - index >= FOLD_READS_FROM) {
      items.push({ kind: 'reads', tool: first.call.tool, nodes: nodes.slice(index, end) })
      index = end
    } else {
      items.push({ kind: 'call', node: first })
      index += 1
    }
  }
  return items
}

function foldsInto({ call: { tool } }: CallNode, node: CallNode | undefined): boolean {
  return node?.call.tool === tool && isQuietRead(node.call) && node.children.length === 0
}

function foldMiddle(items: readonly CallItem[]): readonly CallItem[] {
  if (items.length <= MAX_ROOT_LINES) return items
  const head = items.slice(0, 5)
  const tail = items.slice(-6)
  const folded: CallItem[] = []
  let run: CallNode[] = []
  const close = (): void => {
    const [only, ...others] = run
    // A fold of a single call would not be shorter.
    if (only !== undefined)
      folded.push(others.length === 0 ? { kind: 'call', node: only } : { kind: 'more', nodes: run })
    run = []
  }
  for (const item of items.slice(5, -6)) {
    if (item.kind === 'call' && isOpen(item.node)) {
      close()
      folded.push(item)
    } else run.push(...nodesOf(item))
  }
  close()
  return [...head, ...folded, ...tail]
}

function nodesOf(item: CallItem): readonly CallNode[] {
  return item.kind === 'call' ? [item.node] : item.nodes
}

/** It needs attention: waits, runs, was cut off, or contains something that does. */
function isOpen({ call, inside }: CallNode): boolean {
  const live =
    call.state === 'interrupted' ||
    call.state === 'waiting' ||
    call.state === 'running' ||
    call.state === 'approved' ||
    call.state === 'proposed'
  return live || inside.waiting > 0 || inside.running !== null
}
