import type {
  Exceeded,
  Journal,
  Lease,
  LevelPlace,
  PromptMessage,
  StoredCall,
  TurnOutcome,
} from '@countersign/agent'
import type {
  CallId,
  ImageView,
  Instant,
  MessageId,
  ThreadId,
  ThreadSnapshot,
  ThreadView,
  TurnId,
  UserId,
} from '@countersign/protocol'

/** Threads of their owners. A thread of someone else is not there: every method takes the person who asks. */
export interface Threads {
  create(owner: UserId, thread: NewThread): Promise<ThreadView>
  list(owner: UserId): Promise<readonly ThreadView[]>
  get(owner: UserId, id: ThreadId): Promise<ThreadView | undefined>
  /** Those of these that are there. */
  among(owner: UserId, ids: readonly ThreadId[]): Promise<readonly ThreadView[]>
  /** Everything needed to draw it, in one snapshot of the database. */
  snapshot(owner: UserId, id: ThreadId): Promise<ThreadSnapshot | undefined>
  rename(owner: UserId, id: ThreadId, title: string): Promise<boolean>
  /** Counts from the next turn on. */
  setModel(owner: UserId, id: ThreadId, model: string): Promise<boolean>
  /** A tombstone: the thread is gone from lists, its audit rows stay. A running turn is cancelled. */
  remove(owner: UserId, id: ThreadId): Promise<boolean>
  /**
   * Sets the mode: the row is the one truth. Waiting calls that it `blocks` are denied by policy in the same transaction; by
   * default `plan` blocks all but plain reads and no other mode anything. No mode ever approves a waiting call.
   */
  setMode(owner: UserId, id: ThreadId, mode: string, blocks?: (call: StoredCall) => boolean): Promise<boolean>
}

export interface NewThread {
  readonly title: string
  readonly mode: string
  readonly model: string
  readonly workspace: string
}

export type StartTurn =
  | {
      readonly kind: 'started'
      readonly turnId: TurnId
      readonly messageId: MessageId
      readonly queued: boolean
    }
  | { readonly kind: 'not_found' }
  /** Another message was sent under this id: nothing was written. */
  | { readonly kind: 'id_taken' }
  /** The thread's mode is not the one the sender saw: nothing was written. */
  | { readonly kind: 'mode_changed'; readonly mode: string }

/** A turn that this process may run. */
export interface ClaimedTurn {
  readonly lease: Lease
  /** Milliseconds that the lease runs unless it is renewed. */
  readonly leaseLength: number
  readonly turnId: TurnId
  readonly threadId: ThreadId
  readonly owner: UserId
  readonly model: string
  readonly workspace: string
  readonly mode: string
  /** The conversation up to and with the person's message, without a system prompt. */
  readonly messages: readonly PromptMessage[]
}

/**
 * Turns and who runs them. A lease has an epoch on the database's clock; whoever lost it can write nothing more. One live turn
 * per thread: a message sent while one runs is queued.
 */
export interface Turns extends Required<Journal> {
  start(
    owner: UserId,
    threadId: ThreadId,
    message: {
      readonly text: string
      readonly images?: readonly ImageView[]
      readonly seenMode?: string
      /** The client's own id of the message. What was sent under it before, in this thread, is not sent again. */
      readonly clientId?: string
    },
  ): Promise<StartTurn>
  /**
   * Starts a turn that this process runs from the first moment on and that no loop takes up: an agent outside makes its calls.
   * Undefined: the thread is not there, or has a live turn.
   */
  open(
    owner: UserId,
    threadId: ThreadId,
    message: { readonly text: string },
    processId: string,
  ): Promise<Lease | undefined>
  /** Takes one runnable turn (or one whose owner is dead), if there is one. */
  claim(processId: string): Promise<ClaimedTurn | undefined>
  /** False: the lease is lost. */
  renew(lease: Lease): Promise<boolean>
  /** Those of these leases that still hold; renews nothing. */
  holding(leases: readonly Lease[]): Promise<readonly Lease[]>
  /** running → waiting: nothing is left to do until an answer comes; frees the lease. False: an answer came meanwhile. */
  park(lease: Lease): Promise<boolean>
  /** running → runnable: gives the turn back, for the next process. False: the lease is lost. */
  release(lease: Lease): Promise<boolean>
  /** Ends the turn: message with the text, state, events, next queued turn made runnable, in one transaction. */
  finish(lease: Lease, outcome: TurnOutcome): Promise<boolean>
  /** Stop: waiting calls and approvals cancelled, the turn cancelled, in one transaction. Undefined: nothing was running. */
  stop(owner: UserId, threadId: ThreadId): Promise<TurnId | undefined>
  /** Streamed text, coalesced by the caller, appended to the thread's events. */
  stream(lease: Lease, chunk: StreamedChunk): Promise<void>
  withdraw(lease: Lease, at: LevelPlace): Promise<void>
  exceeded(lease: Lease, exceeded: Exceeded): Promise<void>
  /** What a running call prints, gathered and masked by the caller. */
  output(lease: Lease, callId: CallId, text: string): Promise<void>
}

export interface StreamedChunk extends LevelPlace {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
  readonly at: Instant
}
