import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import type { Compiled, CompiledNode } from '../compiled.ts'
import { opened, type OpenFile } from '../file-value.ts'
import type { Json, Values } from '../json.ts'
import { NodeFailure, type PureNode } from '../nodes/define-node.ts'
import { misfit } from '../types/validate.ts'
import { ifOutputs, mergeOutputs, switchOutputs } from './branch.ts'
import { gather } from './gather.ts'
import {
  runKey,
  type EndState,
  type Failure,
  type ItemPath,
  type NodeEnd,
  type NodeRun,
  type Plan,
  type RunOutcome,
  type RunResult,
} from './plan.ts'
import { beginRepeat, closePass, mayOpen, openNext, repeatOutputs } from './repeat.ts'
import { retryDelay } from './retry.ts'
import { isStopping, openScope, outputsOf, type Repeat, type Scope } from './scope.ts'

/** Caches the results of pure nodes, by definition and inputs. */
export interface PureCache {
  get(key: string): Values | undefined
  set(key: string, outputs: Values): void
}

export interface PlannerOptions {
  /** Known results: of the run being resumed, or of the earlier run that this one continues from. */
  readonly results?: Iterable<RunResult>
  readonly cache?: PureCache
  /** Omits pure nodes inside bodies from `ended`, unless they fail. */
  readonly quiet?: boolean
  /** Passes of a `map` that are open at once, whatever the graph says: for a forecast, where nothing ends. */
  readonly wide?: number
  /** Reads file values. If absent, they stay references. */
  readonly open?: OpenFile | undefined
}

/** A run that will start unless the known results prevent it. */
interface Candidate {
  readonly scope: Scope
  readonly node: CompiledNode
  readonly values: Values
  readonly attempt: number
  readonly delay: number
  /** Why the previous attempt failed. */
  readonly last?: { readonly code: string; readonly message: string }
}

type Task = { readonly scope: Scope; readonly index: number } | { readonly repeat: Repeat }

/**
 * Computes the next steps of a graph from its inputs and the results so far. Pure and synchronous, with no other state: a planner that gets all
 * results at once and one that gets them one by one, in any order, agree.
 */
export class Planner {
  private readonly root: Scope
  private readonly known = new Map<string, RunOutcome>()
  private readonly flights = new Map<string, Candidate>()
  private readonly options: PlannerOptions
  private queue: Task[] = []
  private candidates: Candidate[] = []
  private ready: NodeRun[] = []
  private ended: NodeEnd[] = []

  constructor(compiled: Compiled, inputs: Values, options: PlannerOptions = {}) {
    this.options = options
    for (const { node, item, try: attempt, outcome } of options.results ?? [])
      this.known.set(runKey(node, item, attempt), outcome)
    const { values, problem } = startInputs(compiled, inputs, options.open)
    this.root = openScope(compiled.root, [], values, undefined)
    if (problem === undefined) this.begin(this.root)
    else {
      this.root.failure = { code: 'invalid_input', message: problem, node: '', item: [] }
      this.root.left = 0
    }
  }

  /** Adds a result. A result that nothing waits for yet is kept; one for a node that has ended is ignored. */
  add({ node, item, try: attempt, outcome }: RunResult): void {
    const key = runKey(node, item, attempt)
    const flight = this.flights.get(key)
    if (flight === undefined) this.known.set(key, outcome)
    else if (outcome.state !== 'running') {
      this.flights.delete(key)
      this.settle(flight, outcome)
    }
  }

  /** Returns the next steps. */
  next(): Plan {
    this.work()
    const plan = { ready: this.ready, ended: this.ended }
    this.ready = []
    this.ended = []
    if (this.root.left > 0) return { ...plan, over: false }
    return this.root.failure === undefined
      ? { ...plan, over: true, outputs: outputsOf(this.root) }
      : { ...plan, over: true, failed: this.root.failure }
  }

  /** Applies all consequences of known results before starting anything new, so that a recorded failure always stops a new run. */
  private work(): void {
    for (;;) {
      for (let at = 0; at < this.queue.length; at += 1) {
        const task = this.queue[at]
        if (task === undefined) continue
        if ('repeat' in task) this.advance(task.repeat)
        else this.evaluate(task.scope, task.index)
        // Drop finished tasks, so that the queue does not grow with long lists.
        if (at > 10_000) {
          this.queue = this.queue.slice(at + 1)
          at = -1
        }
      }
      this.queue = []
      if (this.candidates.length === 0 || !this.cancelStopped()) break
    }
    for (const candidate of this.candidates)
      this.handOut(candidate, runKey(candidate.node.address, candidate.scope.item, candidate.attempt))
    this.candidates = []
  }

  /** Cancels runs that may no longer start, and returns whether there were any. A cancellation may stop others, so nothing starts before it is complete. */
  private cancelStopped(): boolean {
    const stopped = this.candidates.filter(({ scope }) => isStopping(scope))
    if (stopped.length === 0) return false
    this.candidates = this.candidates.filter(({ scope }) => !isStopping(scope))
    for (const { scope, node, last } of stopped) {
      if (last === undefined) this.end(scope, node, 'cancelled')
      else this.fail(scope, node, last)
    }
    return true
  }

  private begin(scope: Scope): void {
    const { nodes } = scope.body
    if (nodes.length === 0) this.close(scope)
    for (const node of nodes) {
      if (node.waitsFor > 0) break
      this.queue.push({ scope, index: node.index })
    }
  }

  private evaluate(scope: Scope, index: number): void {
    const node = scope.body.nodes[index]
    if (node === undefined) return
    const gathered = gather(scope, node, this.options.open)
    if (gathered.kind === 'skipped' || gathered.kind === 'cancelled') this.end(scope, node, gathered.kind)
    else if (gathered.kind === 'unfit')
      this.fail(scope, node, { code: 'invalid_input', message: gathered.message })
    else this.enter(scope, node, gathered.values)
  }

  private enter(scope: Scope, node: CompiledNode, values: Values): void {
    const { type } = node
    if (type.kind === 'pure') this.compute(scope, node, type, values)
    else if (type.kind === 'tool' || type.handedOut !== undefined)
      this.wish({ scope, node, values, attempt: 1, delay: 0 })
    else if (type.type === 'if') this.end(scope, node, 'done', ifOutputs(values))
    else if (type.type === 'switch') this.end(scope, node, 'done', switchOutputs(node.node, values))
    else if (type.type === 'merge') this.end(scope, node, 'done', mergeOutputs(values))
    else if (type.type === 'fail')
      this.fail(scope, node, {
        code: textOf(values['code'], 'failed'),
        message: textOf(values['message'], ''),
      })
    else this.repeat(scope, node, values)
  }

  private compute(scope: Scope, node: CompiledNode, type: PureNode, values: Values): void {
    const { cache } = this.options
    const key = cache === undefined ? '' : sha256(`${type.definitionHash}${canonicalJson(values)}`)
    const before = cache?.get(key)
    if (before !== undefined) {
      this.end(scope, node, 'done', before)
      return
    }
    let outputs: Values
    try {
      outputs = type.run(values)
    } catch (error) {
      const code = error instanceof NodeFailure ? error.code : 'node_error'
      this.fail(scope, node, { code, message: error instanceof Error ? error.message : String(error) })
      return
    }
    cache?.set(key, outputs)
    this.end(scope, node, 'done', outputs)
  }

  private repeat(scope: Scope, node: CompiledNode, values: Values): void {
    const repeat = beginRepeat(scope, node, values, this.options.wide)
    if ('error' in repeat) this.fail(scope, node, { code: 'invalid_input', message: repeat.error })
    else this.enqueue(repeat)
  }

  private enqueue(repeat: Repeat): void {
    if (repeat.isQueued || repeat.isOver) return
    repeat.isQueued = true
    this.queue.push({ repeat })
  }

  private advance(repeat: Repeat): void {
    repeat.isQueued = false
    while (repeat.failure === undefined && mayOpen(repeat)) this.begin(openNext(repeat))
    if (repeat.failure !== undefined) this.openRecorded(repeat)
    if (repeat.open > 0 || repeat.isOver) return
    repeat.isOver = true
    const { scope, node, failure } = repeat
    if (failure !== undefined) this.fail(scope, node, failure)
    else if (repeat.cancelled) this.end(scope, node, 'cancelled')
    else this.end(scope, node, 'done', repeatOutputs(repeat))
  }

  /** After a failure, only passes that had already begun continue: in a resumed run, those with a recorded result. */
  private openRecorded(repeat: Repeat): void {
    if (repeat.kind !== 'map' || this.known.size === 0 || repeat.next >= repeat.times) return
    const begun = new Set<number>()
    const prefix = `${repeat.node.address}/`
    const { item } = repeat.scope
    for (const key of this.known.keys()) {
      const found = key.startsWith(prefix)
        ? /\[([\d,]+)\]#/.exec(key)?.[1]?.split(',').map(Number)
        : undefined
      if (found !== undefined && item.every((place, depth) => found[depth] === place))
        begun.add(found[item.length] ?? -1)
    }
    while (repeat.next < repeat.times) {
      if (begun.has(repeat.next)) this.begin(openNext(repeat))
      else repeat.next += 1
    }
  }

  /** Requests a run: uses its known outcome if there is one; otherwise it becomes a candidate to start. */
  private wish(candidate: Candidate): void {
    const { scope, node, attempt } = candidate
    const key = runKey(node.address, scope.item, attempt)
    const outcome = this.known.get(key)
    if (outcome === undefined) {
      this.candidates.push(candidate)
      return
    }
    this.known.delete(key)
    if (outcome.state === 'running') this.handOut(candidate, key)
    else this.settle(candidate, outcome)
  }

  private handOut(candidate: Candidate, key: string): void {
    const { scope, node, values, attempt, delay } = candidate
    const { type } = node
    this.flights.set(key, candidate)
    this.ready.push({
      key,
      node: node.address,
      item: scope.item,
      try: attempt,
      delay,
      kind: type.kind === 'structure' && type.handedOut !== undefined ? type.handedOut : 'tool',
      type: type.type,
      inputs: values,
      timeout: node.timeout,
    })
  }

  private settle(candidate: Candidate, outcome: Exclude<RunOutcome, { state: 'running' }>): void {
    const { scope, node, attempt } = candidate
    if (outcome.state === 'done') {
      const { error: _, ...outputs } = outcome.outputs
      this.end(scope, node, 'done', outputs)
      return
    }
    const delay = retryDelay(node.node, attempt, outcome.error.code)
    if (delay === undefined) this.fail(scope, node, outcome.error)
    else this.wish({ ...candidate, attempt: attempt + 1, delay, last: outcome.error })
  }

  private fail(
    scope: Scope,
    node: CompiledNode,
    why: {
      readonly code: string
      readonly message: string
      readonly node?: string
      readonly item?: ItemPath
    },
  ): void {
    const error: Failure = {
      code: why.code,
      message: why.message,
      node: why.node ?? node.address,
      item: why.item ?? scope.item,
    }
    if (!node.errorWired && (scope.failure === undefined || node.index < scope.failedAt)) {
      scope.failure = error
      scope.failedAt = node.index
    }
    this.end(scope, node, 'failed', node.errorWired ? { error: { ...error } } : undefined, error)
  }

  private end(scope: Scope, node: CompiledNode, state: EndState, outputs?: Values, error?: Failure): void {
    const { index } = node
    scope.states[index] = state
    scope.outputs[index] = outputs
    if (state === 'cancelled') scope.cancelled = true
    const isQuiet = this.options.quiet === true && scope.owner !== undefined && node.type.kind === 'pure'
    // A failure is always told: a list that skips it would otherwise leave no trace of it.
    if (!isQuiet || state === 'failed')
      this.ended.push({ node: node.address, item: scope.item, state, outputs, error })
    for (const dependent of node.dependents) {
      const waits = (scope.waits[dependent] ?? 0) - 1
      scope.waits[dependent] = waits
      if (waits === 0) this.queue.push({ scope, index: dependent })
    }
    scope.left -= 1
    if (scope.left === 0) this.close(scope)
  }

  private close(scope: Scope): void {
    const { owner } = scope
    if (owner === undefined) return
    closePass(owner, scope)
    this.enqueue(owner)
  }
}

/** The inputs of a run with defaults filled in, or the reason why they are invalid. */
function startInputs(
  { graph }: Compiled,
  given: Values,
  open: OpenFile | undefined,
): { readonly values: Values; readonly problem?: string } {
  const values: Record<string, Json> = {}
  for (const name of Object.keys(given))
    if (!Object.hasOwn(graph.inputs, name)) return { values, problem: `there is no input \`${name}\`` }
  for (const [name, { schema, default: standard }] of Object.entries(graph.inputs)) {
    const value = given[name] ?? standard
    if (value === undefined) return { values, problem: `the input \`${name}\` is missing` }
    const why = misfit(opened(value, open), schema)
    if (why !== undefined) return { values, problem: `the input \`${name}\`: ${why}` }
    values[name] = value
  }
  return { values }
}

function textOf(value: Json | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

/** Computes the plan for all known results at once. */
export function plan(
  compiled: Compiled,
  inputs: Values,
  results: Iterable<RunResult> = [],
  options: Omit<PlannerOptions, 'results'> = {},
): Plan {
  return new Planner(compiled, inputs, { ...options, results }).next()
}
