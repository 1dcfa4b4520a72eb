import type { Decision, Offer, Policy } from '@countersign/policy'
import type { CallId, Instant, Signature, ThreadId, TurnId } from '@countersign/protocol'
import type { Awaitable } from './awaitable.ts'
import type { Call, CallResult, StoredCall } from './call.ts'
import type { Exceeded } from './loop/budget.ts'
import type { JournalEntry } from './loop/journal.ts'
import type { Capabilities } from './toolbelt/capabilities.ts'

/** Time on the server. */
export interface Clock {
  now(): Instant
}

/** New ids; never the same twice. */
export interface Ids {
  call(): CallId
}

/** The right to act on a turn: an epoch that a later owner makes void. */
export interface Lease {
  readonly turnId: TurnId
  readonly epoch: number
}

/**
 * Calls, durably. Every method is one transaction, commits before it returns, and moves a state only from the state it
 * names, so that of two writers exactly one counts. May throw when the store cannot be reached; nothing has then happened.
 */
export interface CallStore {
  /** The call as stored, or undefined. A turn that is taken up again finds its calls here. */
  find(id: CallId): Awaitable<StoredCall | undefined>
  /**
   * Writes a proposed call with its decision. `run`: approved; with `begin`, and as long as the thread still has that mode (and
   * that version of its policy, if one is named), running at once, as if `begin` had been called. `ask`: waiting, with an approval (expiry by settings). `block`: blocked. With `refused` it has
   * failed instead, and nobody is asked. Does nothing when the call is already there.
   */
  propose(
    lease: Lease,
    call: Call,
    decision: Decision,
    extra: {
      /** Made when they are read: read them by name, a copy by spread does not have them. */
      readonly offers: readonly Offer[]
      readonly parents: readonly string[]
      readonly refused?: CallResult
      readonly begin?: { readonly mode: string; readonly version?: string }
      /** When it was asked for: a store may take that for when it was proposed. */
      readonly at?: Instant | undefined
    },
  ): Awaitable<StoredCall>
  /** approved → waiting: a `run` by rule or mode that would ask now (the mode changed, a rule came). */
  askAgain(lease: Lease, id: CallId, decision: Decision, offers: readonly Offer[]): Promise<StoredCall>
  /** approved → running, before the effect. False: someone else began it, it was settled otherwise, or the lease is lost. */
  begin(lease: Lease, id: CallId, hash: string): Awaitable<boolean>
  /** running → succeeded | failed, only for the lease that began it. */
  end(lease: Lease, id: CallId, result: CallResult): Awaitable<boolean>
  /**
   * Writes down a call that can never run (no such tool, arguments that do not fit) as failed, so that it is told and audited as any
   * other. Does nothing when the call is already there.
   */
  turnAway(lease: Lease, call: Call, result: CallResult): Promise<void>
  /** interrupted → succeeded, for what is `idempotent`: its tool looked and it was done. False: it was settled otherwise, or the lease is lost. */
  verified(lease: Lease, id: CallId, result: CallResult): Promise<boolean>
  /** interrupted → approved, for what is `idempotent`: its tool looked and it was not done. It goes on under the same key. */
  resume(lease: Lease, id: CallId): Promise<boolean>
  /** approved | waiting → blocked | failed (stale) | cancelled, without an effect. */
  refuse(lease: Lease, id: CallId, result: CallResult, signature: Signature): Promise<boolean>
}

/**
 * Where a person's answer arrives. Resolves when the call has left `waiting`, with the stored call; waits as long as it
 * takes (expiry is the store's). Rejects only when `signal` aborts.
 */
export interface AnswerWait {
  settled(id: CallId, signal: AbortSignal): Promise<StoredCall>
}

/** The policy of this moment for a thread: rules of all layers, mode of the row. Fails closed by itself. */
export interface PolicySource {
  snapshot(threadId: ThreadId): Awaitable<Policy>
  /**
   * The policy of a moment ago, without asking the store, and its version there, which changes with what the chat has, too. What it
   * lets run begins only where the store finds, in the transaction that writes *running*, that this is still the version. Undefined:
   * none is known.
   */
  recent?(threadId: ThreadId): Promise<{ readonly policy: Policy; readonly version: string } | undefined>
}

/** What the chat of a thread has at this moment. */
export interface CapabilitySource {
  of(threadId: ThreadId): Promise<Capabilities>
  /** The same as of when its policy had this version, without asking the store. Undefined: not known. */
  recent?(threadId: ThreadId, version: string): Capabilities | undefined
}

/** The journal of a turn. `append` commits before it returns and fails when the lease is lost. */
export interface Journal {
  load(turnId: TurnId): Promise<readonly JournalEntry[]>
  append(lease: Lease, entry: JournalEntry): Awaitable<void>
  /**
   * The same for an answer whose calls are proposed next, with one commit less: from when this returns, nothing is written under the lease
   * that does not have the entry written in the same commit or before. Absent: `append`.
   */
  hold?(lease: Lease, entry: JournalEntry): Promise<HeldEntry>
}

/** An entry that goes along with what is written next. */
export interface HeldEntry {
  /** It is committed. Rejects when the lease is lost, as everything else does then. */
  readonly written: Promise<void>
}

/** What is streamed while a turn runs. Never throws; slow readers are its own business. */
export interface TurnEvents {
  chunk(kind: 'text' | 'reasoning', text: string, at: LevelPlace): void
  /** What was streamed on this level since its last journal entry is not kept. */
  withdrawn(at: LevelPlace): void
  /** What a running call prints, piece by piece, as it comes: a secret may be spread over several. */
  output(call: Call, text: string): void
  /** The call ended: nothing more is printed. */
  outputEnded?(call: Call): void
  budgetExceeded(exceeded: Exceeded): void
}

export interface LevelPlace {
  readonly parentId: CallId | null
  readonly depth: number
}
