import { isPromise, type Awaitable } from '../awaitable.ts'
import type { CallResult } from '../call.ts'
import { onAbort, type Waiter } from '../on-abort.ts'
import type { RunContext, Tool, ToolOutcome } from '../toolbelt/tool.ts'
import type { CountersignedCall } from './countersign.ts'
import { endedText } from './words.ts'

/** Milliseconds that a stopped tool has to end by itself before nobody waits for it any more. */
const GRACE = 100

/** What the gate does around a tool. */
export interface Watch {
  readonly context: RunContext
  /** False: the lease is lost, and it may not begin. */
  mayAct(): Awaitable<boolean>
  /** Writes down how it ended. */
  record(result: CallResult): Awaitable<unknown>
  /** Nobody waits for it any more: it has ended, or was left behind. Called once. */
  left(): void
}

/**
 * Runs a tool and records how it ended, whatever it does: a tool that throws has failed, and its siblings and the turn go on. A tool that
 * does not heed a stop is left behind: its row says *running* until it ends, and nothing else waits for it. Rejects when it cannot be
 * recorded.
 */
export function runTool(tool: Tool, signed: CountersignedCall, watch: Watch): Promise<CallResult> {
  return new Promise((settle, fail) => {
    const wait = new Wait(watch, settle, fail)
    const start = () => {
      started(tool, signed, watch.context).then(
        (outcome) => wait.record(resultOf(outcome)),
        (cause: unknown) => wait.record(thrown(signed, cause)),
      )
    }
    // The row says running; but whoever was stopped for longer than the lease must not act on what others may have settled since.
    const allowed = watch.mayAct()
    if (allowed === true) start()
    else if (allowed === false) wait.record(TOO_LATE)
    else
      allowed.then(
        (may) => (may ? start() : wait.record(TOO_LATE)),
        (cause: unknown) => wait.fail(cause),
      )
  })
}

const TOO_LATE: CallResult = {
  state: 'failed',
  code: 'lease_lost',
  text: 'Did not run: this process was stopped for too long, and another may have taken over the turn.',
}

/** Waits for a tool as long as it takes, and only a while once its signal aborts. */
class Wait {
  readonly #watch: Watch
  readonly #settle: (result: CallResult) => void
  readonly #fail: (cause: unknown) => void
  readonly #waiter: Waiter
  #timer: ReturnType<typeof setTimeout> | undefined
  #over = false

  constructor(watch: Watch, settle: (result: CallResult) => void, fail: (cause: unknown) => void) {
    const { signal } = watch.context
    this.#watch = watch
    this.#settle = settle
    this.#fail = fail
    this.#waiter = onAbort(signal, () => this.#hurry())
    if (signal.aborted) this.#hurry()
  }

  record(result: CallResult): void {
    try {
      const recorded = this.#watch.record(result)
      if (isPromise(recorded))
        recorded.then(
          () => this.#end(result),
          (cause: unknown) => this.fail(cause),
        )
      else this.#end(result)
    } catch (cause) {
      this.fail(cause)
    }
  }

  fail(cause: unknown): void {
    this.#leave()
    this.#fail(cause)
  }

  #end(result: CallResult): void {
    this.#leave()
    this.#settle(result)
  }

  #hurry(): void {
    this.#timer = setTimeout(() => this.#end(LEFT_BEHIND), GRACE)
  }

  #leave(): void {
    if (this.#over) return
    this.#over = true
    this.#waiter.leave()
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    this.#watch.left()
  }
}

const LEFT_BEHIND: CallResult = {
  state: 'cancelled',
  code: 'cancelled',
  text: endedText('cancelled', null),
}

function started(tool: Tool, signed: CountersignedCall, context: RunContext): Promise<ToolOutcome> {
  try {
    return tool.run(signed, context)
  } catch (cause) {
    return Promise.reject(cause)
  }
}

function thrown({ call }: CountersignedCall, cause: unknown): CallResult {
  const message = cause instanceof Error ? cause.message : String(cause)
  return { state: 'failed', code: 'tool_error', text: `\`${call.tool}\` failed: ${message}` }
}

function resultOf(outcome: ToolOutcome): CallResult {
  const result = outcome.ok
    ? ({ state: 'succeeded', code: null, text: outcome.text } as const)
    : ({ state: 'failed', code: outcome.code, text: outcome.text } as const)
  if (outcome.changed === undefined && outcome.images === undefined) return result
  return {
    ...result,
    ...(outcome.changed === undefined ? {} : { changed: outcome.changed }),
    ...(outcome.images === undefined ? {} : { images: outcome.images }),
  }
}
