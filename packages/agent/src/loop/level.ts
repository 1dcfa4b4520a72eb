import type { CallId } from '@countersign/protocol'
import type { PromptMessage } from '../provider.ts'
import type { Disclosure } from '../toolbelt/disclosure.ts'
import type { NodeAgent } from '../toolbelt/tool.ts'
import type { Toolbelt } from '../toolbelt/toolbelt.ts'
import type { FinishTool } from './finish-subtask.ts'

/** One agent: the root, or a sub-agent below a `run_subtask` call. */
export interface Level {
  readonly parentId: CallId | null
  readonly depth: number
  /** Titles of the sub-agents from the root down to this one. */
  readonly path: readonly string[]
  /** The tools of this level; the tool that starts sub-agents is added unless `startsNone`. */
  readonly belt: Toolbelt
  /** System prompt and task. */
  readonly messages: readonly PromptMessage[]
  /** Its tools, or those of an agent above, were listed by name: it sees all of them from the start. */
  readonly seesAll?: boolean
  /** Its tools, or those of an agent above, were listed without `run_subtask`: it starts no sub-agents. */
  readonly startsNone?: boolean
  /** Set for a sub-agent that must hand in a structured result. */
  readonly finish?: FinishTool
  /** The agent is a node of a workflow: its calls and those of agents below it use the grants of this node and stay within its bounds. */
  readonly within?: NodeAgent
}

/** A running level and the tools that it sees. */
export interface OpenLevel {
  readonly level: Level
  readonly disclosure: Disclosure
}

/** The tools that a level can call, and those that it sees. */
export interface LevelTools {
  readonly belt: Toolbelt
  readonly disclosure: Disclosure
  /** Runs an agent below this one, by the same loop. */
  run(below: Level): Promise<LevelEnd>
}

/** A flaw of a complete answer: it was cut off, or it is empty. */
export type Flaw = 'length' | 'filter' | 'empty'

export type LevelEnd =
  | { readonly kind: 'answered'; readonly text: string; readonly flaw?: Flaw }
  | { readonly kind: 'finished'; readonly text: string }
  | { readonly kind: 'stopped'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string; readonly code: string; readonly message: string }
