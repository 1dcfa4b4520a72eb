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

/** The right to act on a turn: an epoch that a later owner makes void. */
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
 * Calls, durably. Every method is one transaction, commits before it returns, and moves a state only from the state it
 * names, so that of two writers exactly one succeeds. May throw when the store cannot be reached; nothing has then happened.
 */
export interface CallStore {
  /** The call as stored, or undefined. A resumed turn finds its calls here. */
  find(id: CallId): Promise<StoredCall | undefined>
  /** The calls right below this one, in the order in which they were proposed. */
  below(id: CallId): Promise<readonly StoredCall[]>
  /**
   * Writes a proposed call with its decision. `run`: approved; with `begin`, and as long as the thread still has that mode (and
   * that version of its policy, if one is named), running at once, as if `begin` had been called. `ask`: waiting, with an approval (expiry by settings). `block`: blocked. With `refused` it has
   * failed instead, and nobody is asked. Does nothing when the call is already there.
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
      /** When it was asked for: a store may take that for when it was proposed. */
      readonly at?: Instant | undefined
    },
  ): Promise<StoredCall>
  /** approved → waiting: a `run` by rule or mode that would ask now (the mode changed, a rule came). */
  askAgain(lease: CallLease, id: CallId, decision: Decision, offers: readonly Offer[]): Promise<StoredCall>
  /**
   * approved → running, before the effect. `parts`: the ids of those that were signed, in their order; absent: all of it. False: someone else
   * began it, it was settled otherwise, other parts were signed, or the lease is lost.
   */
  begin(lease: CallLease, id: CallId, hash: string, parts?: readonly string[]): Promise<boolean>
  /** running → succeeded | failed, only for the lease that began it. */
  end(lease: CallLease, id: CallId, result: CallResult): Promise<boolean>
  /**
   * Writes down a call that can never run (no such tool, arguments that do not fit) as failed, so that it is shown and audited like any
   * other. Does nothing when the call is already there.
   */
  recordRejected(lease: CallLease, call: Call, result: CallResult): Promise<void>
  /** interrupted → succeeded, for `idempotent` calls: its tool found that it was done. False: it was settled otherwise, or the lease is lost. */
  verified(lease: CallLease, id: CallId, result: CallResult): Promise<boolean>
  /** interrupted → approved, for `idempotent` calls: its tool found that it was not done. It runs under the same key. */
  resume(lease: CallLease, id: CallId): Promise<boolean>
  /** approved | waiting → blocked | failed (stale) | cancelled, without an effect. */
  refuse(lease: CallLease, id: CallId, result: CallResult, signature: Signature): Promise<boolean>
}

/**
 * Where a person's answer arrives. Resolves when the call has left `waiting`, with the stored call; waits as long as it
 * takes (expiry is the store's). Rejects only when `signal` aborts.
 */
export interface AnswerWait {
  settled(id: CallId, signal: AbortSignal): Promise<StoredCall>
}

/** A node of a workflow, and the run that its call belongs to: what a person granted may hold for it alone. */
export interface GrantedNode extends NodePlace {
  readonly parentId: CallId | null
}

/** The policy of this moment for a thread: rules of all layers, mode of the row. Fails closed by itself. */
export interface PolicySource {
  snapshot(threadId: ThreadId, node?: GrantedNode): Promise<Policy>
  /** What binds a person, too: the administrator's denials. Absent: nobody can do anything by hand. */
  byHand?(): Promise<Policy>
  /**
   * The policy of a moment ago, without asking the store, and its version there, which changes with what the chat has, too. What it
   * lets run begins only where the store finds, in the transaction that writes *running*, that this is still the version. Undefined:
   * none is known.
   */
  recent?(threadId: ThreadId): Promise<{ readonly policy: Policy; readonly version: string } | undefined>
}

/** The current capabilities of a thread, in a turn of this context: `thread` if none is given. */
export interface CapabilitySource {
  of(threadId: ThreadId, context?: ThreadContext): Promise<Capabilities>
  /** The same as of when its policy had this version, without asking the store. Undefined: not known. */
  recent?(threadId: ThreadId, version: string, context?: ThreadContext): Capabilities | undefined
}

/** The journal of a turn. `append` commits before it returns and fails when the lease is lost. */
export interface Journal {
  load(turnId: TurnId): Promise<readonly JournalEntry[]>
  append(lease: Lease, entry: JournalEntry): Promise<void>
  /**
   * The same for an answer whose calls are proposed next, with one commit less: from when this returns, nothing is written under the lease
   * that does not have the entry written in the same commit or before. Absent: `append`.
   */
  hold?(lease: Lease, entry: JournalEntry): Promise<HeldEntry>
}

/** An entry that is committed with the next write. */
export interface HeldEntry {
  /** It is committed. Rejects when the lease is lost, as everything else does then. */
  readonly written: Promise<void>
}

/** The live stream of a running turn. Never throws, and handles slow readers itself. */
export interface TurnEvents {
  chunk(kind: 'text' | 'reasoning', text: string, at: LevelPlace): void
  /** Discards what was streamed on this level since its last journal entry. */
  withdrawn(at: LevelPlace): void
  /** Output of a running call, as it comes; a secret may be spread over several pieces. */
  output(call: Call, text: string): void
  /** The call ended: nothing more is printed. */
  outputEnded?(call: Call): void
  /** How far a running call is. */
  progress?(call: Call, update: Progress): void
  budgetExceeded(exceeded: Exceeded): void
}

export interface LevelPlace {
  readonly parentId: CallId | null
  readonly depth: number
}
