import type { CompiledBody, CompiledNode } from '../compiled.ts'
import type { Json, Values } from '../json.ts'
import type { EndState, Failure, ItemPath } from './plan.ts'

/** One pass through a body: what its nodes gave so far. */
export interface Scope {
  readonly body: CompiledBody
  readonly item: ItemPath
  readonly inputs: Values
  /** What repeats this body; absent for the graph itself. */
  readonly owner: Repeat | undefined
  readonly states: (EndState | undefined)[]
  readonly outputs: (Values | undefined)[]
  /** How many nodes each one still waits for. */
  readonly waits: number[]
  left: number
  /** The failure that nobody catches, of the first node by order. */
  failure: Failure | undefined
  failedAt: number
  cancelled: boolean
}

/** A node that repeats its body, while it does. */
export interface Repeat {
  readonly kind: 'map' | 'reduce' | 'loop' | 'workflow'
  readonly scope: Scope
  readonly node: CompiledNode
  /** What the body gets beside its item. */
  readonly given: Values
  readonly items: readonly Json[]
  /** How often at most. */
  readonly times: number
  readonly parallel: number
  readonly onError: 'stop' | 'skip' | 'collect'
  next: number
  open: number
  isQueued: boolean
  isOver: boolean
  /** What a `reduce` or `loop` hands on. */
  carried: Json
  isDone: boolean
  readonly results: (Json | undefined)[]
  readonly errors: Map<number, Failure>
  lastOutputs: Values
  failure: Failure | undefined
  failedAt: number
  cancelled: boolean
}

export function openScope(
  body: CompiledBody,
  item: ItemPath,
  inputs: Values,
  owner: Repeat | undefined,
): Scope {
  const { nodes } = body
  return {
    body,
    item,
    inputs,
    owner,
    states: Array.from({ length: nodes.length }),
    outputs: Array.from({ length: nodes.length }),
    waits: nodes.map((node) => node.waitsFor),
    left: nodes.length,
    failure: undefined,
    failedAt: -1,
    cancelled: false,
  }
}

/** Something around failed: what was not begun is cancelled. */
export function isStopping(scope: Scope): boolean {
  for (let here: Scope | undefined = scope; here !== undefined; here = here.owner?.scope)
    if (here.failure !== undefined || here.owner?.failure !== undefined) return true
  return false
}

/** What comes out of a body that ended; a skipped output is not there. */
export function outputsOf({ body, inputs, outputs }: Scope): Values {
  const found: Record<string, Json> = {}
  for (const { name, source, port } of body.outputs) {
    const value = source === -1 ? inputs[port] : outputs[source]?.[port]
    if (value !== undefined) found[name] = value
  }
  return found
}
