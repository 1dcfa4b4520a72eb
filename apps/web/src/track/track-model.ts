import type { CallId, CallView } from '@countersign/protocol'

/** A call with the calls that were made inside it. */
export interface Stop {
  readonly call: CallView
  readonly children: readonly Stop[]
  /** Over the whole branch below, this call not counted. */
  readonly inside: BranchSums
}

export interface BranchSums {
  readonly calls: number
  readonly waiting: number
  readonly failed: number
  readonly refused: number
  readonly running: CallView | null
}

/** What a track draws at one level: a call, several reads as one line, or the folded middle of a long turn. */
export type TrackItem =
  | { readonly kind: 'stop'; readonly stop: Stop }
  | { readonly kind: 'reads'; readonly tool: string; readonly stops: readonly Stop[] }
  | { readonly kind: 'more'; readonly stops: readonly Stop[] }

/** Root lines that a turn may take before its middle is folded. */
export const MAX_ROOT_LINES = 12
/** So many reads in a row become one line. */
const FOLD_READS_FROM = 3

/** Tools that only look. What is not here is never folded away. */
const READS: ReadonlySet<string> = new Set([
  'files.list',
  'files.read',
  'files.search',
  'terminal.list',
  'terminal.read',
  'memory_list',
  'memory_read',
  'web_search',
  'list_nodes',
  'get_node',
  'list_workflows',
  'get_workflow',
  'list_collections',
  'search_collections',
  'query_collection',
  'list_tool_groups',
  'load_tools',
  'list_open_panes',
  'get_pane_context',
])

/** The tree of calls, oldest first at every level. A call whose parent is unknown stands at the root. */
export function buildTrack(calls: Iterable<CallView>): readonly Stop[] {
  const all = [...calls].sort((a, b) => a.proposed_at - b.proposed_at)
  const known = new Set(all.map((call) => call.id))
  const byParent = Map.groupBy(all, (call) =>
    call.parent_id !== null && call.parent_id !== call.id && known.has(call.parent_id)
      ? call.parent_id
      : null,
  )
  const build = (parent: CallId | null): readonly Stop[] =>
    (byParent.get(parent) ?? []).map((call) => {
      const children = build(call.id)
      return { call, children, inside: sum(children) }
    })
  return build(null)
}

/** It is this call, or holds it at any depth. */
export function holds({ call, children }: Stop, wanted: CallId | null): boolean {
  return wanted !== null && (call.id === wanted || children.some((child) => holds(child, wanted)))
}

/** Over calls and all that is in them. */
export function sum(stops: readonly Stop[]): BranchSums {
  const sums = { calls: 0, waiting: 0, failed: 0, refused: 0, running: null as CallView | null } // null at first, a call later
  for (const { call, inside } of stops) {
    sums.calls += 1 + inside.calls
    sums.waiting += inside.waiting + (call.state === 'waiting' ? 1 : 0)
    sums.failed += inside.failed + (call.state === 'failed' || call.state === 'interrupted' ? 1 : 0)
    sums.refused += inside.refused + (call.state === 'denied' || call.state === 'blocked' ? 1 : 0)
    sums.running = inside.running ?? (call.state === 'running' ? call : sums.running)
  }
  return sums
}

/** Lines of one level. Reads in a row fold; past twelve root lines the settled middle folds too. */
export function trackItems(stops: readonly Stop[], root: boolean): readonly TrackItem[] {
  const items = foldReads(stops)
  return root ? foldMiddle(items) : items
}

function foldReads(stops: readonly Stop[]): readonly TrackItem[] {
  const items: TrackItem[] = []
  let index = 0
  while (index < stops.length) {
    const first = stops[index]
    if (first === undefined) break
    let end = index
    while (isQuietRead(stops[end], first.call.tool)) end += 1
    if (end - index >= FOLD_READS_FROM) {
      items.push({ kind: 'reads', tool: first.call.tool, stops: stops.slice(index, end) })
      index = end
    } else {
      items.push({ kind: 'stop', stop: first })
      index += 1
    }
  }
  return items
}

function isQuietRead(stop: Stop | undefined, tool: string): boolean {
  return (
    stop?.call.tool === tool &&
    READS.has(tool) &&
    stop.call.state === 'succeeded' &&
    stop.children.length === 0
  )
}

function foldMiddle(items: readonly TrackItem[]): readonly TrackItem[] {
  if (items.length <= MAX_ROOT_LINES) return items
  const head = items.slice(0, 5)
  const tail = items.slice(-6)
  const folded: TrackItem[] = []
  let run: Stop[] = []
  const close = (): void => {
    const [only, ...others] = run
    // A line that stands for one call is no shorter than that call.
    if (only !== undefined)
      folded.push(others.length === 0 ? { kind: 'stop', stop: only } : { kind: 'more', stops: run })
    run = []
  }
  for (const item of items.slice(5, -6)) {
    if (item.kind === 'stop' && isOpen(item.stop)) {
      close()
      folded.push(item)
    } else run.push(...stopsOf(item))
  }
  close()
  return [...head, ...folded, ...tail]
}

function stopsOf(item: TrackItem): readonly Stop[] {
  return item.kind === 'stop' ? [item.stop] : item.stops
}

/** Still needs eyes: waits, runs, was cut off, or holds something that does. */
function isOpen({ call, inside }: Stop): boolean {
  const live =
    call.state === 'interrupted' ||
    call.state === 'waiting' ||
    call.state === 'running' ||
    call.state === 'approved' ||
    call.state === 'proposed'
  return live || inside.waiting > 0 || inside.running !== null
}
