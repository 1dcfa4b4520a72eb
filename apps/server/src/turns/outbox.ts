import type { ThreadEvent, ThreadId, UserId } from '@countersign/protocol'

export interface NumberedEvent {
  readonly threadId: ThreadId
  readonly seq: number
  readonly event: ThreadEvent
}

/** The outbox: events of threads in order, on every process. */
export interface Outbox {
  /** Events after `seq`, oldest first, at most `limit`. */
  read(threadId: ThreadId, afterSeq: number, limit: number): Promise<readonly NumberedEvent[]>
  /** Calls back when a thread may have new events (a hint: read to know), and with `waiting` or `threads` when those changed for someone. */
  listen(listener: (hint: OutboxHint) => void): () => void
}

export type OutboxHint =
  | { readonly kind: 'thread'; readonly threadId: ThreadId }
  | { readonly kind: 'person'; readonly userId: UserId }
  /** A call left `waiting`, or a turn was stopped or became runnable. */
  | { readonly kind: 'wake' }
