import type { CallId, ThreadId } from '@countersign/protocol'

/** Which lines of a thread a person folded or unfolded: kept while the page is open, wherever the list scrolls to. */
const kept = new Map<ThreadId, ReadonlyMap<CallId, boolean>>()

export function foldsOf(thread: ThreadId): ReadonlyMap<CallId, boolean> {
  return kept.get(thread) ?? NONE
}

export function keepFold(thread: ThreadId, call: CallId, open: boolean): ReadonlyMap<CallId, boolean> {
  const folds = new Map(foldsOf(thread)).set(call, open)
  kept.set(thread, folds)
  return folds
}

const NONE: ReadonlyMap<CallId, boolean> = new Map()
