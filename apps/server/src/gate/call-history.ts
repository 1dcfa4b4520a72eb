import type { CallId, CallResultView, CallState, CallView, ThreadId, UserId } from '@countersign/protocol'

export interface HistoryFilter {
  /** Calls before this position, which the previous page returned. */
  readonly before?: number
  readonly thread?: ThreadId
  readonly call?: CallId
  readonly tool?: string
  readonly states?: readonly CallState[]
  /** Only what a person was asked about in the last day, and what became of it. */
  readonly asked?: boolean
  /** Proposed at this moment or after it, and before that one. */
  readonly from?: number
  readonly until?: number
  /** Words that must all occur in the call's title, tool or subject, or in the title of its chat. */
  readonly words?: readonly string[]
  readonly limit?: number
}

/** A call with its chat and the titles of the sub-agents above it, outermost first. */
export interface PastCall {
  readonly call: CallView
  readonly thread_title: string
  readonly parents: readonly string[]
}

/** Calls of a person over all chats. */
export interface CallHistory {
  /** Newest first; `next` is where the following page begins, null if there is none. */
  page(
    user: UserId,
    filter: HistoryFilter,
  ): Promise<{ readonly calls: readonly PastCall[]; readonly next: number | null }>
  /** A call with nothing shortened, masked; undefined: there is no such call of this person. */
  whole(user: UserId, call: CallId): Promise<CallView | undefined>
  /** What a call gave back, masked and bounded; undefined: there is no such call of this person, or it has not ended. */
  result(user: UserId, call: CallId): Promise<CallResultView | undefined>
  /** The end of what a call had printed when it was cut off, masked; undefined: none was kept. */
  output(user: UserId, call: CallId): Promise<CallResultView | undefined>
}
