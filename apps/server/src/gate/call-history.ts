import type { CallId, CallResultView, CallState, CallView, ThreadId, UserId } from '@countersign/protocol'

export interface HistoryFilter {
  /** Calls before this position, which the previous page returned. */
  readonly before?: number
  readonly thread?: ThreadId
  readonly call?: CallId
  readonly tool?: string
  readonly states?: readonly CallState[]
  /** Only questions of the last day, with their outcome. */
  readonly asked?: boolean
  /** Proposed at or after `from`, and before `until`. */
  readonly from?: number
  readonly until?: number
  /** Words that must all occur in the call's title, tool or subject, or in the title of its thread. */
  readonly words?: readonly string[]
  readonly limit?: number
}

/** A call with its thread and the titles of the sub-agents above it, outermost first. */
export interface PastCall {
  readonly call: CallView
  readonly thread_title: string
  readonly parents: readonly string[]
}

/** A person's calls over all threads. */
export interface CallHistory {
  /** Newest first; `next` is where the next page begins, null if there is none. */
  page(
    user: UserId,
    filter: HistoryFilter,
  ): Promise<{ readonly calls: readonly PastCall[]; readonly next: number | null }>
  /** A complete call, masked; undefined: this person has no such call. */
  whole(user: UserId, call: CallId): Promise<CallView | undefined>
  /** The result of a call, masked and limited; undefined: this person has no such call, or it has not ended. */
  result(user: UserId, call: CallId): Promise<CallResultView | undefined>
  /** The end of a call's output when it was cut off, masked; undefined: none was stored. */
  output(user: UserId, call: CallId): Promise<CallResultView | undefined>
}
