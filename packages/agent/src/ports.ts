import type { Decision, Offer, Policy } from '@countersign/policy'
import type { CallId, HandId, Instant, Signature, ThreadId, TurnId, UserId } from '@countersign/protocol'
import type { Call, CallResult, NodePlace, StoredCall } from './call/call.ts'
import type { CallOwner } from './call/call-machine.ts'
import type { Exceeded } from './loop/budget.ts'
import type { JournalEntry } from './loop/journal.ts'
import type { Capabilities, ThreadContext } from './toolbelt/capabilities.ts'
import type { Progress } from './toolbelt/tool.ts'

/** Time on the server. */
export interface Clock {
  now(): Instant
}

/** New ids; never the same twice. */
export interface Ids {
  call(): CallId
}

/** The right to act on a turn: an epoch that a later owner invalidates. */
export interface Lease {
  readonly turnId: TurnId
  readonly epoch: number
}

/** The right to act by hand: given to one process, once, and never to another. */
export interface HandLease {
  readonly handId: HandId
  readonly epoch: number
}

/** The right to make calls. */
export type CallLease = Lease | HandLease

/** Who the calls under a lease belong to. */
export function ownerOf(lease: CallLease): CallOwner {
  return 'turnId' in lease ? { kind: 'turn', id: lease.turnId } : { kind: 'hand', id: lease.handId }
}

/**
 * Durable storage of calls. Every method is one transaction, commits before it returns, and changes a state only from the state that it
 * names, so that exactly one of two writers succeeds. It may throw when the store is unreachable; then nothing has happened.
 */
export interface CallStore {
  /** The call as stored, or undefined. A resumed turn finds its calls here. */
  find(id: CallId): Promise<StoredCall | undefined>
  /** The calls right below this one, in the order in which they were proposed. */
  below(id: CallId): Promise<readonly StoredCall[]>
  /**
   * Stores a proposed call with its decision. `run`: approved; with `begin`, and if the thread still has that mode (and that version of its
   * policy, if named), it is running at once, as if `begin` had been called. `ask`: waiting, with an approval whose expiry the settings
   * define. `block`: blocked. With `refused` it has failed instead, and nobody is asked. Does nothing if the call already exists.
   */
  propose(
    lease: CallLease,
    call: Call,
    decision: Decision,
    extra: {
      /** Rules that the card could offer; a store without cards need not call it. */
      offers(): readonly Offer[]
      readonly parents: readonly string[]
      readonly refused?: CallResult
      /** The person who does it by hand: it runs at once, in their name. */
      readonly byHand?: UserId | undefined
      readonly begin?: { readonly mode: string; readonly version?: string } | undefined
      /** When the model asked for it; a store may use it as the time of the proposal. */
      readonly at?: Instant | undefined
    },
  ): Promise<StoredCall>
  /** approved → waiting: a rule or the mode allowed it, but it would ask now (the mode changed, a rule was added). */
  askAgain(lease: CallLease, id: CallId, decision: Decision, offers: readonly Offer[]): Promise<StoredCall>
  /**
   * approved → running, before the effect. `parts`: the ids of the signed parts, in order; absent: all. False: another process began it, it
   * was settled otherwise, other parts were signed, or the lease is lost.
   */
  begin(lease: CallLease, id: CallId, hash: string, parts?: readonly string[]): Promise<boolean>
  /** running → succeeded | failed, only for the lease that began it. */
  end(lease: CallLease, id: CallId, result: CallResult): Promise<boolean>
  /**
   * Stores a call that can never run (no such tool, arguments that do not fit) as failed, so that it is shown and audited like any other.
   * Does nothing if the call already exists.
   */
  recordRejected(lease: CallLease, call: Call, result: CallResult): Promise<void>
  /** interrupted → succeeded, for `idempotent` calls: its tool found that it was done. False: it was settled otherwise, or the lease is lost. */
  verified(lease: CallLease, id: CallId, result: CallResult): Promise<boolean>
  /** interrupted → approved, for `idempotent` calls: its tool found that it was not done. It will run under the same key. */
  resume(lease: CallLease, id: CallId): Promise<boolean>
  /** approved | waiting → blocked | failed (stale) | cancelled, without an effect. */
  refuse(lease: CallLease, id: CallId, result: CallResult, signature: Signature): Promise<boolean>
}

/**
 * Waits for a person's answer. Resolves with the stored call when it has left `waiting`, however long that takes (the store handles
 * expiry). Rejects only when `signal` aborts.
 */
export interface AnswerWait {
  settled(id: CallId, signal: AbortSignal): Promise<StoredCall>
}

/** A node of a workflow and the run that its call belongs to: a person's grant may apply only to it. */
export interface GrantedNode extends NodePlace {
  readonly parentId: CallId | null
}

/** The current policy of a thread: the rules of all layers and the stored mode. Fails closed. */
export interface PolicySource {
  snapshot(threadId: ThreadId, node?: GrantedNode): Promise<Policy>
  /** The restrictions that bind a person too: the administrator's denials. Absent: nobody can act by hand. */
  byHand?(): Promise<Policy>
  /**
   * The cached policy, without a query, and its version, which also changes with the thread's capabilities and its owner's grants. A call that it lets run begins
   * only if the store finds the same version in the transaction that writes *running*. Undefined: nothing is cached.
   */
  recent?(
    threadId: ThreadId,
    node?: GrantedNode,
  ): Promise<{ readonly policy: Policy; readonly version: string } | undefined>
}

/** The current capabilities of a thread in this context; the default is `thread`. */
export interface CapabilitySource {
  of(threadId: ThreadId, context?: ThreadContext): Promise<Capabilities>
  /** The capabilities at this version of the policy, without a query. Undefined: not known. */
  recent?(threadId: ThreadId, version: string, context?: ThreadContext): Capabilities | undefined
}

/** The journal of a turn. `append` commits before it returns and fails when the lease is lost. */
export interface Journal {
  load(turnId: TurnId): Promise<readonly JournalEntry[]>
  append(lease: Lease, entry: JournalEntry): Promise<void>
  /**
   * Saves one commit for an answer whose calls are proposed next: once this returns, nothing is written under the lease unless the entry is
   * written in the same commit or before. Absent: `append`.
   */
  hold?(lease: Lease, entry: JournalEntry): Promise<HeldEntry>
}

/** An entry that is committed with the next write. */
export interface HeldEntry {
  /** Resolves when it is committed. Rejects when the lease is lost, as everything else does then. */
  readonly written: Promise<void>
}

/** The live stream of a running turn. Never throws, and handles slow readers itself. */
export interface TurnEvents {
  chunk(kind: 'text' | 'reasoning', text: string, at: LevelPlace): void
  /** Discards what was streamed on this level since its last journal entry. */
  withdrawn(at: LevelPlace): void
  /** Output of a running call as it arrives; a secret may be spread over several pieces. */
  output(call: Call, text: string): void
  /** The call ended, so no more output follows. */
  outputEnded?(call: Call): void
  /** How far a running call is. */
  progress?(call: Call, update: Progress): void
  budgetExceeded(exceeded: Exceeded): void
}

export interface LevelPlace {
  readonly parentId: CallId | null
  readonly depth: number
}
