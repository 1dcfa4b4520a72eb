import type { CallId, ThreadEvent, ThreadId, TurnId, UserId } from '@countersign/protocol'

export interface NumberedEvent {
  readonly threadId: ThreadId
  readonly seq: number
  readonly event: ThreadEvent
}

/** The outbox: events of threads in order, for every process. */
export interface Outbox {
  /** Events after `seq`, oldest first, at most `limit`. */
  read(threadId: ThreadId, afterSeq: number, limit: number): Promise<readonly NumberedEvent[]>
  /**
   * Calls back when a thread may have new events (a hint: read to know), when a person's lists changed, and when something can continue.
   */
  listen(listener: (hint: OutboxHint) => void): () => void
}

export type OutboxHint =
  | { readonly kind: 'thread'; readonly threadId: ThreadId }
  /** Another topic may have new events. */
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'person'; readonly userId: UserId; readonly changed: ListChange }
  /** Calls left `waiting`, turns were stopped, or one became runnable. */
  | { readonly kind: 'wake'; readonly calls: Some<CallId>; readonly stopped: Some<TurnId> }
  /** Another process has something for this one. */
  | { readonly kind: 'relay'; readonly about: RelayHint | 'any' }

/** With `post`: the post of that name of this process changed. Without: it has a letter. */
export interface RelayHint {
  readonly process: string
  readonly post?: string
}

/** Known ids, or `any` if they are unknown: then all must be checked. */
export type Some<Id> = readonly Id[] | 'any'

/** Changes in a person's lists: waiting or interrupted calls, rows in the list of threads. */
export interface ListChange {
  readonly calls: Some<CallId>
  readonly threads: Some<ThreadId>
}
