import type { Place } from '@countersign/policy'
import type { Instant, UserId } from '@countersign/protocol'
import type { Call, CallResult, StoredCall } from '../call/call.ts'
import type {
  AnswerWait,
  CallLease,
  CallStore,
  CapabilitySource,
  Clock,
  Ids,
  PolicySource,
} from '../ports.ts'
import type { RunContext, Tool } from '../toolbelt/tool.ts'

/** The gate's dependencies. */
export interface GateParts {
  readonly calls: CallStore
  readonly answers: AnswerWait
  readonly policy: PolicySource
  readonly clock: Clock
  /** Capabilities of threads, checked when a call is proposed and again when it is applied. Absent: all of them. */
  readonly capabilities?: CapabilitySource
  /** Ids for the questions that running tools put to a person. Absent: they cannot ask, and the answer is no. */
  readonly ids?: Ids
  /**
   * False: the lease is lost, and nothing more may have an effect. The gate asks right before an effect. Absent: the lease cannot be lost.
   */
  readonly mayAct?: (() => Promise<boolean>) | undefined
}

/** One call that asks to pass the gate. */
export interface GateRequest {
  readonly lease: CallLease
  /** The person who does it by hand. Absent: an agent wants it. */
  readonly byHand?: UserId
  readonly call: Call
  readonly tool: Tool
  readonly place: Place
  /** Titles of the sub-agents above, outermost first. */
  readonly parents: readonly string[]
  /** Aborts when nobody waits for the call anymore. */
  readonly signal: AbortSignal
  /** The call was made just now under a new id, so no lookup is needed. */
  readonly isNew?: boolean
  /** When the model asked for it. Absent: not known. */
  readonly at?: Instant
  /** Its tool ran, and this result is stored. If it is not called, only the row tells how the call ended. */
  readonly stored?: (result: CallResult) => void
}

/** What a running call can do besides its own work. */
export type CallAbilities = Pick<
  RunContext,
  'agent' | 'calls' | 'output' | 'pause' | 'progress' | 'spendModel' | 'usedModel'
>

/** Hooks with which a host keeps the calls of a step in order and within their limits. All are optional. */
export interface CallHooks {
  /**
   * Writes the proposal when it is this call's turn, so that cards appear in the model's order. With `mayBegin` a call that may run is
   * stored as running at once, so the host must reserve a place for it until `run`.
   */
  propose?(write: (options: { readonly mayBegin: boolean }) => Promise<StoredCall>): Promise<StoredCall>
  /** A person is about to be asked: the call blocks no other until the answer. */
  waiting?(): void
  /** Waits for locks and limits, then does the work. An approved call in the queue is not running yet. */
  run?<T>(work: () => Promise<T>): Promise<T>
  /** The abilities of a running call besides its own work: live output, child calls, waits that are not work, questions to a model. */
  within?(call: Call): Partial<CallAbilities>
}
