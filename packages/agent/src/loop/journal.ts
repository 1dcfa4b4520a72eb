import type { CallId } from '@countersign/protocol'
import type { JournalledCall } from '../call.ts'
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
  /** There was more to say. `bytes`: the loop itself stopped it, after so many. */
  readonly cutBy?: 'length' | 'filter' | 'bytes'
  readonly bytes?: number
  /** What was thought aloud before it, added by a journal that heard it: for people, never for a model. */
  readonly thought?: Thought
  /** It is all there was when it was cut off. Nothing it asked for counts, and it ends its turn. */
  readonly cut?: CutOff
}

/** How an answer came to be cut off. */
export interface CutOff {
  readonly by: 'stopped' | 'failed'
  /** For the model, when it reads what it had said. */
  readonly why: string
}

/** The text of what a model thought, and for how many milliseconds it did. */
export interface Thought {
  readonly text: string
  readonly ms: number
}

/** History of a level was replaced by a summary, from its first `upTo` entries. */
export interface CompactionEntry {
  readonly kind: 'compaction'
  readonly parentId: CallId | null
  readonly upTo: number
  readonly summary: string
  readonly usage: Usage
  readonly worked: number
}

/** A person let a turn go on past a budget. */
export interface ExtensionEntry {
  readonly kind: 'extension'
  readonly parentId: null
  readonly reason: string
  readonly by: number
}

/**
 * What is written down before it is used. The prompt is rebuilt from these, never by replaying code, so a newer version of the
 * product can take up an old turn. Results are not here: they are on the calls.
 */
export type JournalEntry = ModelEntry | CompactionEntry | ExtensionEntry
