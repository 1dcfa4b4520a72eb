import type { CallId } from '@countersign/protocol'
import type { PromptMessage } from '../provider.ts'
import type { Disclosure } from '../toolbelt/disclosure.ts'
import type { Toolbelt } from '../toolbelt/toolbelt.ts'
import type { FinishTool } from './finish-subtask.ts'

/** One agent: the root, or a sub-agent below a `run_subtask` call. */
export interface Level {
  readonly parentId: CallId | null
  readonly depth: number
  /** Titles of the sub-agents from the root down to this one. */
  readonly path: readonly string[]
  /** What this level may call; the tool that starts a sub-agent is added here where there is still depth. */
  readonly belt: Toolbelt
  /** System prompt and what it is asked to do. */
  readonly messages: readonly PromptMessage[]
  /** Its tools, or those of an agent above, were named one by one: it sees all of them from the start. */
  readonly seesAll?: boolean
  /** Set for a sub-agent that must hand in a structured result. */
  readonly finish?: FinishTool
}

/** A level that runs, and what of its tools it sees. */
export interface OpenLevel {
  readonly level: Level
  readonly disclosure: Disclosure
}

/** What a level can call, and what of it it sees. */
export interface LevelTools {
  readonly belt: Toolbelt
  readonly disclosure: Disclosure
}

/** What is wrong with an answer that came to its end: it was cut off, or there is nothing in it. */
export type Flaw = 'length' | 'filter' | 'empty'

export type LevelEnd =
  | { readonly kind: 'answered'; readonly text: string; readonly flaw?: Flaw }
  | { readonly kind: 'finished'; readonly text: string }
  | { readonly kind: 'stopped'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string; readonly code: string; readonly message: string }
