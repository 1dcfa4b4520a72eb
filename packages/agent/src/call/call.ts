import type { Decision, Specifier, ToolFacts } from '@countersign/policy'
import type {
  AttachmentView,
  CallBody,
  Capability,
  CallId,
  CallState,
  HandId,
  Instant,
  Signature,
  ThreadId,
  TurnId,
} from '@countersign/protocol'

/** Whether a call that a crash interrupted may be made again. A person settles `never`. */
export type Repeat = 'safe' | 'idempotent' | 'never'

/** A model's call, untrusted: a name and a JSON text. */
export interface ModelToolCall {
  /** The provider's id; ids repeat across sub-agents and providers, so it is never a key of ours. */
  readonly providerId: string
  readonly name: string
  readonly input: string
}

/** A model's call with an id of ours, so that a resumed turn finds the same call. */
export interface JournalledCall extends ModelToolCall {
  readonly id: CallId
}

/** The position of a call: its turn, and the call above it. */
export interface CallPosition {
  readonly id: CallId
  readonly threadId: ThreadId
  /** Null: a person does it by hand. */
  readonly turnId: TurnId | null
  /** Set for acts by hand: which one this is. */
  readonly handId?: HandId
  readonly parentId: CallId | null
  readonly depth: number
  /** The node of a workflow that makes it. */
  readonly node?: NodePlace
}

/** A node of one version of a workflow, in one run of it. */
export interface NodePlace {
  /** Hash of the version. */
  readonly version: string
  /** Its id, prefixed with the ids of the nodes whose bodies contain it: `each/save`. */
  readonly node: string
  /** The item of each enclosing body: `3`, `3/0`; null: no body encloses it. */
  readonly item: string | null
  /** From 1. */
  readonly attempt: number
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
  /** Hash of the tool's name and its arguments; a person's answer is bound to it. */
  readonly hash: string
  /** Whether it may be made again after a crash. */
  readonly repeat: Repeat
  readonly body: CallBody
  /** Content hashes of the files a write was proposed against: a change since makes it stale. */
  readonly targets: readonly Target[]
  /** It was asked for through another tool: rules for that one count, too, and the strictest verdict holds. */
  readonly through?: Through
  /** A person may sign some of the hunks of `body`, and its tool then does these alone. */
  readonly inParts?: true
  /** The capabilities that its inspection says it needs. Absent: all that its tool lists. */
  readonly needs?: readonly Capability[]
  /**
   * Earlier calls that together, in order, made exactly the change that this one writes. If a person allowed those, no second card is
   * needed.
   */
  readonly under?: readonly CallId[]
  /** Set if the call is known to fail when it is proposed. */
  readonly refusal?: { readonly code: string; readonly text: string }
  /** The model's own words about the call, to be quoted and never trusted. */
  readonly says?: string
}

/** A tool that only passes a call on to another tool and has no effect itself. */
export interface Through {
  readonly facts: ToolFacts
  readonly text: string
}

/** A file as it was when a call was proposed; `hash` is null when it did not exist. */
export interface Target {
  readonly path: string
  readonly hash: string | null
  /**
   * Set if `hash` is the state that an earlier call of the same step would leave; then this is the real hash of the file. Either is valid
   * for calls that do not show the file's content.
   */
  readonly found?: string | null
}

/** How a call ended, for the model and the person. */
export interface CallResult {
  readonly state: Extract<
    CallState,
    'succeeded' | 'failed' | 'interrupted' | 'blocked' | 'denied' | 'expired' | 'cancelled' | 'abandoned'
  >
  /** For the model. */
  readonly text: string
  /** `stale`, `sandbox_refused`, `bad_arguments`, `unknown_tool`…; null when it succeeded. */
  readonly code: string | null
  /** Absolute paths of changed files that can be restored. */
  readonly changed?: readonly string[]
  /** Pictures and other files that belong to the text. Rows of earlier versions have `images`: `attachmentsOf` reads both. */
  readonly attachments?: readonly AttachmentView[]
  /** For a stale call: the body that it would be proposed with now. */
  readonly found?: CallBody
  /** The result in a few words, for the person. */
  readonly summary?: string
  /** The value that a workflow passes on. */
  readonly value?: Readonly<Record<string, unknown>>
}

/** A call as stored. */
export interface StoredCall {
  readonly call: Call
  readonly state: CallState
  readonly decision: Decision | null
  readonly signature: Signature | null
  readonly proposedAt: Instant
  readonly result: CallResult | null
}
