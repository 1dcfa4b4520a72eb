import type { HandedOut } from '../nodes/define-node.ts'
import type { Values } from '../json.ts'

/** How a node ended. Every node ends exactly once. */
export type EndState = 'done' | 'skipped' | 'failed' | 'cancelled'

/** Indices of the repeated items: one for each body around a node, outermost first. */
export type ItemPath = readonly number[]

/** Why something failed; the value of the error port. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** The address of the node: `each/save`. */
  readonly node: string
  readonly item: ItemPath
}

/** Work that the planner cannot do itself: a call, code, a wait, a question. */
export interface NodeRun {
  /** Unique within a run of the workflow: node, item and attempt. */
  readonly key: string
  /** The address: ids from the outermost body, `each/save`. */
  readonly node: string
  readonly item: ItemPath
  /** Attempt number, from 1. */
  readonly try: number
  /** Milliseconds to wait before it starts, for a retry. */
  readonly delay: number
  readonly kind: 'tool' | HandedOut
  readonly type: string
  readonly inputs: Values
  /** Milliseconds, if the graph sets a limit. */
  readonly timeout?: number | undefined
}

/** The outcome of a run. `running`: it was started, and its end is not yet known. */
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

/** The next steps, and the state so far. */
export interface Plan {
  /** Runs to start that this planner has not handed out before. */
  readonly ready: readonly NodeRun[]
  /** Nodes that ended since the last plan. */
  readonly ended: readonly NodeEnd[]
  /** Nothing is left to do: `outputs` or `failed` is set. */
  readonly over: boolean
  readonly outputs?: Values | undefined
  readonly failed?: Failure | undefined
}

/** The key of a run; without an attempt, that of the node: `each/save[3]#1`. */
export function runKey(node: string, item: ItemPath, attempt?: number): string {
  const place = item.length === 0 ? node : `${node}[${item.join(',')}]`
  return attempt === undefined ? place : `${place}#${attempt}`
}
