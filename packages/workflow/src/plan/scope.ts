import type { CompiledBody, CompiledNode } from '../compiled.ts'
import type { Json, Values } from '../json.ts'
import type { EndState, Failure, ItemPath } from './plan.ts'

/** One pass through a body, with the outputs of its nodes so far. */
export interface Scope {
  readonly body: CompiledBody
  readonly item: ItemPath
  readonly inputs: Values
  /** The repetition that this pass belongs to; absent for the graph itself. */
  readonly owner: Repeat | undefined
  readonly states: (EndState | undefined)[]
  readonly outputs: (Values | undefined)[]
  /** Number of predecessors that each node still waits for. */
  readonly waits: number[]
  left: number
  /** The uncaught failure of the first node in order. */
  failure: Failure | undefined
  failedAt: number
  cancelled: boolean
}

/** A node while it repeats its body. */
export interface Repeat {
  readonly kind: 'map' | 'reduce' | 'loop' | 'workflow'
  readonly scope: Scope
  readonly node: CompiledNode
  /** Inputs of the body other than its item. */
  readonly given: Values
  readonly items: readonly Json[]
  /** Maximum number of passes. */
  readonly times: number
  readonly parallel: number
  readonly onError: 'stop' | 'skip' | 'collect'
  next: number
  open: number
  isQueued: boolean
  isOver: boolean
  /** The value that a `reduce` or `loop` carries to the next pass. */
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

/** An enclosing scope failed, so anything that has not begun is cancelled. */
export function isStopping(scope: Scope): boolean {
  for (let here: Scope | undefined = scope; here !== undefined; here = here.owner?.scope)
    if (here.failure !== undefined || here.owner?.failure !== undefined) return true
  return false
}

/** The outputs of a finished body; a skipped output is absent. */
export function outputsOf({ body, inputs, outputs }: Scope): Values {
  const found: Record<string, Json> = {}
  for (const { name, source, port } of body.outputs) {
    const value = source === -1 ? inputs[port] : outputs[source]?.[port]
    if (value !== undefined) found[name] = value
  }
  return found
}
