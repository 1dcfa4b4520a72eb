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

/** Which call of which turn it is, and below which other one. */
export interface CallPosition {
  readonly id: CallId
  readonly threadId: ThreadId
  /** Null: a person does it by hand. */
  readonly turnId: TurnId | null
  /** By hand: whose hand it is. */
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
  /** Its id, with those of the nodes whose bodies it is in before it: `each/save`. */
  readonly node: string
  /** Which item of each of these: `3`, `3/0`; null: it is in no body. */
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
  /** What the chat must have for it, where its inspection said so. Absent: all that its tool lists. */
  readonly needs?: readonly Capability[]
  /** Calls, in order, that together made exactly the change that this one writes. A person's yes to those needs no second card. */
  readonly under?: readonly CallId[]
  /** It would fail, known when it was proposed. */
  readonly refusal?: { readonly code: string; readonly text: string }
  /** The model's own words about the call, to be quoted and never trusted. */
  readonly says?: string
}

/** A tool that has no effect of its own and makes the call of another tool. */
export interface Through {
  readonly facts: ToolFacts
  readonly text: string
}

/** A file as it was when a call was proposed; `hash` is null when it did not exist. */
export interface Target {
  readonly path: string
  readonly hash: string | null
  /**
   * Set if `hash` is what an earlier call of the same step would leave: the hash that the file really had. Either is valid for calls that
   * do not show the file's content.
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
  /** Files that it changed and that can be put back: absolute paths. */
  readonly changed?: readonly string[]
  /** Pictures and other files that belong to the text. Rows of earlier versions have `images`: `attachmentsOf` reads both. */
  readonly attachments?: readonly AttachmentView[]
  /** Of a stale call: the body that it would be proposed with now. */
  readonly found?: CallBody
  /** The result in a few words, for the person. */
  readonly summary?: string
  /** What a workflow goes on with. */
  readonly value?: Readonly<Record<string, unknown>>
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
