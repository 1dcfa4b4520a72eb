import type { HandedOut } from '../nodes/define-node.ts'
import type { Values } from '../json.ts'

/** How a node ended. Every node ends once. */
export type EndState = 'done' | 'skipped' | 'failed' | 'cancelled'

/** Which of the items that bodies repeat: one number for each body around a node, outermost first. */
export type ItemPath = readonly number[]

/** Why something failed; what the error port carries. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** The address of the node: `each/save`. */
  readonly node: string
  readonly item: ItemPath
}

/** Something that the planner cannot do itself: a call, code, a wait, a question. */
export interface NodeRun {
  /** Unique in a run of the workflow: node, item and try. */
  readonly key: string
  /** The address: ids from the outermost body, `each/save`. */
  readonly node: string
  readonly item: ItemPath
  /** 1 for the first. */
  readonly try: number
  /** Milliseconds to wait before it starts, for a retry. */
  readonly delay: number
  readonly kind: 'tool' | HandedOut
  readonly type: string
  readonly inputs: Values
  /** Milliseconds, if the graph sets a limit. */
  readonly timeout?: number | undefined
  /** Milliseconds for which the result of a read may be used again. */
  readonly cache?: number | undefined
}

/** What became of a run. `running`: it was started, and its end is not known yet. */
export type RunOutcome =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly outputs: Values }
  | { readonly state: 'failed'; readonly error: { readonly code: string; readonly message: string } }

export interface RunResult {
  readonly node: string
  readonly item: ItemPath
  readonly try: number
  readonly outcome: RunOutcome
}

/** A node that has ended. */
export interface NodeEnd {
  readonly node: string
  readonly item: ItemPath
  readonly state: EndState
  readonly outputs?: Values | undefined
  readonly error?: Failure | undefined
}

/** What is to be done now, and what is known. */
export interface Plan {
  /** Runs to start that were not handed out before by this planner. */
  readonly ready: readonly NodeRun[]
  /** Nodes that ended since the last plan. */
  readonly ended: readonly NodeEnd[]
  /** Nothing is left to do: `outputs` or `failed` is there. */
  readonly over: boolean
  readonly outputs?: Values | undefined
  readonly failed?: Failure | undefined
}

/** The key of a run, and of a node without its try: `each/save[3]#1`. */
export function runKey(node: string, item: ItemPath, attempt?: number): string {
  const place = item.length === 0 ? node : `${node}[${item.join(',')}]`
  return attempt === undefined ? place : `${place}#${attempt}`
}
