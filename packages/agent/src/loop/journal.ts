import type { CallId } from '@countersign/protocol'
import type { JournalledCall } from '../call/call.ts'
import type { Usage } from '../provider.ts'

/** A model's answer on one level; `parentId` is the `run_subtask` call of that level, null at the root. */
export interface ModelEntry {
  readonly kind: 'model'
  readonly parentId: CallId | null
  readonly text: string
  readonly calls: readonly JournalledCall[]
  readonly usage: Usage
  /** Milliseconds of work of the whole turn when this was written. */
  readonly worked: number
  readonly providerMetadata?: unknown
  /** The answer is incomplete. `bytes`: the loop itself stopped it, after this many. */
  readonly cutBy?: 'length' | 'filter' | 'bytes'
  readonly bytes?: number
  /** The model's thoughts before this answer, added by the host's journal: for people, never for a model. */
  readonly thought?: Thought
  /** The answer broke off here. Its calls are dropped, and the turn ends. */
  readonly cut?: CutOff
}

/** How an answer came to be cut off. */
export interface CutOff {
  readonly by: 'stopped' | 'failed'
  /** The reason, which the model reads with its own earlier text. */
  readonly why: string
}

/** A model's thoughts, and how many milliseconds they took. */
export interface Thought {
  readonly text: string
  readonly ms: number
}

/** A summary replaced the history of a level, up to entry `upTo`. */
export interface CompactionEntry {
  readonly kind: 'compaction'
  readonly parentId: CallId | null
  readonly upTo: number
  readonly summary: string
  readonly usage: Usage
  readonly worked: number
}

/** A person let a turn continue past a budget. */
export interface ExtensionEntry {
  readonly kind: 'extension'
  readonly parentId: null
  readonly reason: string
  readonly by: number
  /** The note for the model: what was used up, and what is left. */
  readonly told?: string
}

/**
 * A journal entry, stored before it takes effect. The prompt is rebuilt from these and never by replaying code, so a newer version of the
 * product can resume an old turn. Results are not in the journal: the calls have them.
 */
export type JournalEntry = ModelEntry | CompactionEntry | ExtensionEntry
