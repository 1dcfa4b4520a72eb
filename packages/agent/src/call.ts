import type { Decision, Specifier, ToolFacts } from '@countersign/policy'
import type {
  CallBody,
  CallId,
  CallState,
  ImageView,
  Instant,
  Signature,
  ThreadId,
  TurnId,
} from '@countersign/protocol'

/** May a call that was cut off by a crash be made again? `never` is for a person to settle. */
export type Repeat = 'safe' | 'idempotent' | 'never'

/** What a model asked for, untrusted: a name and a JSON text. */
export interface ModelToolCall {
  /** The provider's id; ids repeat across sub-agents and providers, so it is never a key of ours. */
  readonly providerId: string
  readonly name: string
  readonly input: string
}

/** A model's call with the id we gave it, so that a turn that is taken up again finds the same call. */
export interface JournalledCall extends ModelToolCall {
  readonly id: CallId
}

/** Which call of which turn it is, and below which other one. */
export interface CallPosition {
  readonly id: CallId
  readonly threadId: ThreadId
  readonly turnId: TurnId
  readonly parentId: CallId | null
  readonly depth: number
}

/** A model's call that was parsed, frozen and hashed. Nothing about it changes from here on. */
export interface Call extends CallPosition {
  readonly tool: string
  readonly facts: ToolFacts
  readonly title: string
  readonly specifier: Specifier
  /** The specifier as one text, for cards and audit. */
  readonly specifierText: string
  /** Deeply frozen. */
  readonly args: unknown
  /** Made when it is first read: read it by name, a copy by spread does not have it. */
  readonly hash: string
  /** May it be made again after a crash? */
  readonly repeat: Repeat
  readonly body: CallBody
  /** Content hashes of the files a write was proposed against: a change since makes it stale. */
  readonly targets: readonly Target[]
  /** It would fail, known when it was proposed. */
  readonly refusal?: { readonly code: string; readonly text: string }
  /** What the model said as it proposed the call: its own words, to be quoted and never believed. */
  readonly says?: string
}

/** A file as it was when a call was proposed; `hash` is null when it did not exist. */
export interface Target {
  readonly path: string
  readonly hash: string | null
  /**
   * Where `hash` is what a call before it in the same step would leave: what was there in truth. Either will do for calls that do not
   * show what is in the file.
   */
  readonly found?: string | null
}

/** How a call ended, as the model and the person are told. */
export interface CallResult {
  readonly state: Extract<
    CallState,
    'succeeded' | 'failed' | 'interrupted' | 'blocked' | 'denied' | 'expired' | 'cancelled' | 'abandoned'
  >
  /** What the model reads. */
  readonly text: string
  /** `stale`, `sandbox_refused`, `bad_arguments`, `unknown_tool`…; null when it succeeded. */
  readonly code: string | null
  /** Files that it changed and that can be put back: absolute paths. */
  readonly changed?: readonly string[]
  /** Pictures that belong to the text. */
  readonly images?: readonly ImageView[]
  /** Of what is stale: the call as it would be proposed now. */
  readonly found?: CallBody
}

/** A call as the store has it. */
export interface StoredCall {
  readonly call: Call
  readonly state: CallState
  readonly decision: Decision | null
  readonly signature: Signature | null
  readonly proposedAt: Instant
  readonly result: CallResult | null
}
