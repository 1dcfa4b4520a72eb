import type { Place } from '@countersign/policy'
import type { Instant } from '@countersign/protocol'
import type { Call } from '../call.ts'
import type { AnswerWait, CallStore, CapabilitySource, Clock, Lease, PolicySource } from '../ports.ts'
import type { Answered, Tool } from '../toolbelt/tool.ts'

export interface GateParts {
  readonly calls: CallStore
  readonly answers: AnswerWait
  readonly policy: PolicySource
  readonly clock: Clock
  /** What chats have: asked when a call is proposed and again when it is applied. Absent: everything. */
  readonly capabilities?: CapabilitySource
}

/** One call at the gate: what it is, whose turn it is, and how deep. */
export interface Passenger {
  readonly lease: Lease
  readonly call: Call
  readonly tool: Tool
  readonly place: Place
  /** Titles of the sub-agents above, outermost first. */
  readonly parents: readonly string[]
  /** The call was made just now, under an id that nobody has seen: it need not be looked up. */
  readonly isNew?: boolean
  /** When it was asked for. Absent: not known. */
  readonly at?: Instant
}

/** How a call is carried out once it is approved. */
export interface Road {
  /** Waits for locks and limits, then does the work. What is approved but queued is not running yet. */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Takes a place at once if nothing is in the way, until `leave`. False: it has to `hold`. */
  enter?(): boolean
  leave?(): void
  readonly signal: AbortSignal
  /** False: the lease is lost, and nothing more may have an effect. Asked right before the effect. */
  mayAct?(): boolean | Promise<boolean>
  /** Where output goes while the call runs. */
  output?(text: string): void
  /** Puts a question to a person while the call runs. Absent: nobody can be asked, and the answer is no. */
  ask?(question: Tool, input: unknown): Promise<Answered>
  /**
   * Before a proposal is written down: what it has to wait for, if anything. Cards stand in the order in which the model thought of them.
   * Once it was written `written` lets those behind go on; whoever made the road does so in any case when its call ends.
   */
  beforeWriting?(): Promise<void> | undefined
  written?(): void
  /** A person is asked; the call is out of the way of others until the answer. */
  waiting?(): void
}
