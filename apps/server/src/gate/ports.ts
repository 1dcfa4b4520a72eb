import type { StoredCall } from '@countersign/agent'
import type { ApprovalView, CallId, CallView, ErrorCode, Instant, UserId } from '@countersign/protocol'

/** A person's answer as it came in, checked for form only. */
export interface GivenAnswer {
  readonly callId: CallId
  readonly decision: 'allow_once' | 'allow_chat' | 'allow_always' | 'deny'
  /** Canonical rule text for `allow_chat` and `allow_always`; already parsed and refused if malformed. */
  readonly rule?: string
  readonly feedback?: string
  readonly hash: string
}

export type Answered =
  | { readonly ok: true; readonly call: StoredCall }
  | {
      readonly ok: false
      readonly code: ErrorCode
      readonly message: string
      /** The recorded decision, when there is one: a second answer and a retry learn what counts. */
      readonly call?: StoredCall
    }

/** What a person found out about an interrupted call, or wants of it. */
export interface Settling {
  readonly callId: CallId
  readonly how: 'done' | 'not_done' | 'again'
  /** Hash of the arguments that the person saw. */
  readonly hash: string
}

/** Open questions with their calls, and calls that a crash interrupted, for a person to settle. */
export interface WaitingList {
  readonly approvals: readonly ApprovalView[]
  readonly calls: readonly CallView[]
  readonly interrupted: readonly CallView[]
}

export interface WaitingPage extends WaitingList {
  /** Where the next page begins; null: this was the last. */
  readonly next: string | null
}

/**
 * Approvals. `answer` is one statement's work: approval pending → decided, call waiting → approved | denied, the turn made
 * runnable, the rule saved, audit and events appended, all or nothing; of two answers exactly one counts.
 */
export interface Approvals {
  answer(user: UserId, given: GivenAnswer): Promise<Answered>
  /** Adds one more full period. */
  keepWaiting(user: UserId, callId: CallId): Promise<Answered>
  /** Settles a call that was interrupted. Again: answers with the new call, which runs in a turn of its own. */
  settle(user: UserId, settling: Settling): Promise<Answered>
  /** Expires what is due, on the database's clock; returns how many. */
  expireDue(): Promise<number>
  /** What waits for this person, oldest first, from `after` on; at most `limit` questions. */
  waiting(user: UserId, page: { readonly after?: string; readonly limit: number }): Promise<WaitingPage>
  /** Those of these calls that wait for this person or were interrupted. */
  waitingAmong(user: UserId, ids: readonly CallId[]): Promise<WaitingList>
  /** Next moment at which something expires, for a timer; null: nothing will. */
  nextExpiry(): Promise<Instant | null>
}

/** Calls found running after their process died. */
export interface Recovery {
  /** `safe` → approved again, `never` → interrupted; turns of dead owners → runnable. Returns what it did. */
  recover(): Promise<{ readonly interrupted: number; readonly resumed: number; readonly turns: number }>
}
