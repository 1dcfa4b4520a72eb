import type { NodeEnd, NodeRun, Plan, RunResult, Values } from '@countersign/workflow'
import type { CallId } from '@countersign/protocol'
import type { Call, CallResult } from '../call/call.ts'
import { unlessAborted } from '../on-abort.ts'
import type { ChildCall, ChildCalls, EndedCall, Tool, ToolOutcome } from '../toolbelt/tool.ts'
import { nodeCallId } from './call-id.ts'

/** The planner of one run: pure, and called again with every result. */
export interface GraphPlanner {
  add(result: RunResult): void
  next(): Plan
}

/** The callbacks and parts that the host supplies for a run. */
export interface GraphParts {
  /** The call that runs the workflow. */
  readonly run: CallId
  /** Hash of the workflow version. */
  readonly version: string
  readonly planner: GraphPlanner
  readonly calls: ChildCalls
  readonly signal: AbortSignal
  /** Resolves the tools that only workflows have: waits, questions, and agents confined to the bounds of their node. */
  own(run: NodeRun): Tool | undefined
  /** Builds the arguments of a node's call. If absent, the node's inputs are the arguments. */
  input?(run: NodeRun): unknown
  /** Runs the code of a node, for at most the time that the graph gives it. Rejects with the value of its error port. */
  code(run: NodeRun, signal: AbortSignal): Promise<Values>
  /** Moves values that are too large for a row out of an outcome before it is recorded. */
  recorded?(run: NodeRun, outcome: ToolOutcome): Promise<ToolOutcome>
  /** Rejects a call whose inspection shows that it is outside the bounds of its node. */
  refuses(run: NodeRun, call: Call): CallResult | undefined
  /** Resolves once a person has said whether a call was made that a crash cut off: only a person can know. */
  settled(id: CallId, signal: AbortSignal): Promise<void>
  /** Called whenever a node starts, waits or ends. */
  told?(news: NodeNews): void
}

/** An event of a node. */
export type NodeNews =
  /** `before`: its call was made before the run was resumed, so nobody here knows since when it runs. */
  | {
      readonly kind: 'began'
      readonly run: NodeRun
      readonly callId: CallId | null
      readonly before: boolean
    }
  | { readonly kind: 'interrupted'; readonly run: NodeRun; readonly callId: CallId }
  | { readonly kind: 'ended'; readonly end: NodeEnd }

export type GraphOutcome =
  | { readonly kind: 'done'; readonly outputs: Values }
  | { readonly kind: 'failed'; readonly failure: NonNullable<Plan['failed']> }
  /** The turn was stopped or parked, so the run is not over. */
  | { readonly kind: 'stopped' }

/**
 * Runs a graph to its end: asks the planner for the next nodes, proposes each tool node as a call below the run, through the gate, and reports the
 * results to the planner. All state is in the calls: a resumed run finds them and recomputes the rest.
 */
export async function runGraph(parts: GraphParts): Promise<GraphOutcome> {
  const { calls, planner, signal } = parts
  const before = new Set((await calls.known()).map(({ call }) => call.id))
  const inbox = new Inbox()
  for (let news: readonly RunResult[] = []; ;) {
    for (const result of news) planner.add(result)
    const plan = planner.next()
    for (const end of plan.ended) parts.told?.({ kind: 'ended', end })
    if (plan.over)
      return plan.failed === undefined
        ? { kind: 'done', outputs: plan.outputs ?? {} }
        : { kind: 'failed', failure: plan.failed }
    for (const run of plan.ready) inbox.expect(runNode(parts, run, before))
    if (signal.aborted) return { kind: 'stopped' }
    try {
      news = await calls.idle(() => unlessAborted(signal, inbox.take()))
    } catch (cause) {
      if (signal.aborted) return { kind: 'stopped' }
      throw cause
    }
  }
}

/** Collects results as they arrive. */
class Inbox {
  #results: RunResult[] = []
  #wake: (() => void) | undefined
  #failure: { readonly cause: unknown } | undefined

  expect(result: Promise<RunResult>): void {
    result.then(
      (one) => {
        this.#results.push(one)
        this.#wake?.()
      },
      (cause: unknown) => {
        this.#failure ??= { cause }
        this.#wake?.()
      },
    )
  }

  /** Returns all results since the last call; waits for at least one. */
  async take(): Promise<readonly RunResult[]> {
    while (this.#results.length === 0) {
      if (this.#failure) throw this.#failure.cause
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    this.#wake = undefined
    return this.#results.splice(0)
  }
}

async function runNode(parts: GraphParts, run: NodeRun, before: ReadonlySet<CallId>): Promise<RunResult> {
  const { node, item, try: attempt } = run
  if (run.delay > 0) await parts.calls.beside(() => pause(run.delay, parts.signal))
  const outcome = run.kind === 'code' ? await runCode(parts, run) : await runCall(parts, run, before)
  return { node, item, try: attempt, outcome }
}

async function runCode(parts: GraphParts, run: NodeRun): Promise<RunResult['outcome']> {
  parts.told?.({ kind: 'began', run, callId: null, before: false })
  try {
    const outputs = await parts.calls.beside(() => parts.code(run, parts.signal))
    return { state: 'done', outputs }
  } catch (cause) {
    parts.signal.throwIfAborted()
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'code_failed'
    const message = cause instanceof Error ? cause.message : String(cause)
    return { state: 'failed', error: { code, message } }
  }
}

async function runCall(
  parts: GraphParts,
  run: NodeRun,
  before: ReadonlySet<CallId>,
): Promise<RunResult['outcome']> {
  const { calls, signal } = parts
  for (let again = 0; ;) {
    const asked = askedOf(parts, run, again)
    parts.told?.({ kind: 'began', run, callId: asked.id, before: before.has(asked.id) })
    const stored = await calls.make(asked, signal)
    signal.throwIfAborted()
    if (stored.state === 'interrupted') {
      parts.told?.({ kind: 'interrupted', run, callId: asked.id })
      await calls.beside(() => parts.settled(asked.id, signal), { waits: true })
      // A person checked and asked for another attempt, which is a new call.
    } else if (stored.state === 'abandoned') again += 1
    else return outcomeOf(stored)
  }
}

function askedOf(parts: GraphParts, run: NodeRun, again: number): ChildCall {
  const own = parts.own(run)
  const { recorded } = parts
  return {
    id: nodeCallId(parts.run, again === 0 ? run.key : `${run.key}+${again}`),
    tool: run.type,
    input: parts.input?.(run) ?? run.inputs,
    node: {
      version: parts.version,
      node: run.node,
      item: run.item.length === 0 ? null : run.item.join('/'),
      attempt: run.try,
    },
    ...(own === undefined ? {} : { own }),
    ...(run.timeout === undefined ? {} : { timeout: run.timeout }),
    refuses: (call) => parts.refuses(run, call),
    ...(recorded === undefined ? {} : { recorded: (outcome) => recorded(run, outcome) }),
  }
}

function outcomeOf({ state, result }: EndedCall): RunResult['outcome'] {
  if (result === null) throw new Error(`a call is \`${state}\` and nobody works on it`)
  if (state === 'succeeded')
    return { state: 'done', outputs: (result.value as Values | undefined) ?? { text: result.text } } // a tool returns JSON
  return { state: 'failed', error: { code: result.code ?? state, message: result.text } }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return unlessAborted(signal, over).finally(() => clearTimeout(timer))
}
