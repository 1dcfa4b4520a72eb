import type { HandLease, StoredCall } from '@countersign/agent'
import type { QueryExecutorProvider } from 'kysely'
import type {
  CallId,
  ErrorCode,
  Instant,
  InterruptedCall,
  PendingApproval,
  ThreadId,
  UserId,
  WaitingCall,
} from '@countersign/protocol'

/** A person's answer as received, checked for form only. */
export interface GivenAnswer {
  readonly callId: CallId
  readonly decision: 'allow_once' | 'allow_chat' | 'allow_always' | 'deny'
  /** Canonical rule text for `allow_chat` and `allow_always`, already validated. Absent: the rule that the call suggests. */
  readonly rule?: string
  readonly feedback?: string
  /** With `allow_once`: the ids of the signed parts. Absent: the whole call. */
  readonly parts?: readonly string[]
  /** With `allow_once`: the answer to a question, which fits its schema. */
  readonly answer?: unknown
  readonly hash: string
  /** Writes further effects of the answer, in the same transaction. */
  also?(trx: QueryExecutorProvider, call: StoredCall): Promise<void>
}

export type Answered =
  | { readonly ok: true; readonly call: StoredCall }
  | {
      readonly ok: false
      readonly code: ErrorCode
      readonly message: string
      /** The recorded decision, if there is one, so that a second answer and a retry learn the accepted one. */
      readonly call?: StoredCall
    }

/** People's acts by hand. */
export interface Hands {
  /** The right to act by hand in a folder, for this process, and the thread that records the calls. */
  open(person: UserId, workspace: string): Promise<{ readonly threadId: ThreadId; readonly lease: HandLease }>
  /**
   * False: it is closed, or this process was suspended for so long that another may have settled its calls. Asking renews the hand for the
   * length of a lease.
   */
  holds(lease: HandLease): Promise<boolean>
  /** No new call can begin under it; running calls are still recorded when they end. */
  close(lease: HandLease): Promise<void>
}

/** A person's finding or decision about an interrupted call. */
export interface Settling {
  readonly callId: CallId
  readonly how: 'done' | 'not_done' | 'again'
  /** Hash of the arguments that the person saw. */
  readonly hash: string
  /** For a workflow node that was done: its outputs. */
  readonly value?: Readonly<Record<string, unknown>>
}

/** Pending questions with their calls, and calls that a crash interrupted and that a person must settle. */
export interface WaitingList {
  readonly approvals: readonly PendingApproval[]
  readonly calls: readonly WaitingCall[]
  readonly interrupted: readonly InterruptedCall[]
}

export interface WaitingPage extends WaitingList {
  /** Where the next page begins; null: this is the last one. */
  readonly next: string | null
}

/**
 * Approvals. `answer` is one transaction: approval pending → decided, call waiting → approved | denied, the turn made runnable, the rule
 * saved, audit and events appended; exactly one of two answers is accepted.
 */
export interface Approvals {
  answer(user: UserId, given: GivenAnswer): Promise<Answered>
  /** Extends the expiry by one more full period. */
  keepWaiting(user: UserId, callId: CallId): Promise<Answered>
  /** Settles an interrupted call. `again` returns the new call, which runs in a turn of its own. */
  settle(user: UserId, settling: Settling): Promise<Answered>
  /** Expires due approvals by the database's clock; returns how many. */
  expireDue(): Promise<number>
  /** Everything that waits for this person, oldest first, after `after`; at most `limit` questions. */
  waiting(user: UserId, page: { readonly after?: string; readonly limit: number }): Promise<WaitingPage>
  /** Those of these calls that wait for this person or were interrupted. */
  waitingAmong(user: UserId, ids: readonly CallId[]): Promise<WaitingList>
  /** The next expiry, for a timer; null: there is none. */
  nextExpiry(): Promise<Instant | null>
}

/** Calls found running after their process died. */
export interface Recovery {
  /** `safe` → approved again, `never` → interrupted; turns of dead owners → runnable. Returns the counts. */
  recover(): Promise<{ readonly interrupted: number; readonly resumed: number; readonly turns: number }>
}
