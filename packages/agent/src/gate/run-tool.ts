import { isPromise, rejected, type Awaitable } from '../awaitable.ts'
import type { Ending } from '../ending.ts'
import type { CallResult } from '../call.ts'
import { Waiter } from '../on-abort.ts'
import type { CallStore, Lease } from '../ports.ts'
import type { RunContext, Tool, ToolOutcome } from '../toolbelt/tool.ts'
import type { CountersignedCall } from './countersign.ts'
import { endedText } from './words.ts'

/** Milliseconds that a stopped tool has to end by itself before nobody waits for it any more. */
const GRACE = 100

/** What a tool runs with, and for whom. */
export interface ToolWork {
  readonly calls: CallStore
  readonly lease: Lease
  readonly tool: Tool
  readonly signed: CountersignedCall
  readonly context: RunContext
  readonly starter: Starter
  readonly ending: Ending<CallResult>
}

/** Who lets a tool begin, and waits for it. */
export interface Starter {
  /** False: the lease is lost, and it may not begin. */
  mayAct?(): Awaitable<boolean>
  /** Nobody waits for it any more: it has ended, or was left behind. Called once. */
  leave?(): void
}

/**
 * Runs a tool and writes down how it ended, whatever it does: a tool that throws has failed, and its siblings and the turn go on. A tool
 * that does not heed a stop is left behind: its row says *running* until it ends, and nothing else waits for it. Fails when it cannot
 * be written down.
 */
export function runTool(work: ToolWork): void {
  new ToolRun(work).start()
}

class ToolRun extends Waiter {
  readonly #calls: CallStore
  readonly #lease: Lease
  readonly #tool: Tool
  readonly #signed: CountersignedCall
  readonly #context: RunContext
  readonly #starter: Starter
  readonly #ending: Ending<CallResult>
  #timer: ReturnType<typeof setTimeout> | undefined
  #left = false

  constructor({ calls, lease, tool, signed, context, starter, ending }: ToolWork) {
    super()
    this.#calls = calls
    this.#lease = lease
    this.#tool = tool
    this.#signed = signed
    this.#context = context
    this.#starter = starter
    this.#ending = ending
  }

  start(): void {
    const { signal } = this.#context
    this.waitFor(signal)
    if (signal.aborted) this.aborted()
    try {
      // The row says running; but whoever was stopped for longer than the lease must not act on what others may have settled since.
      const allowed = this.#starter.mayAct?.() ?? true
      if (isPromise(allowed)) this.#beginOnceKnown(allowed)
      else this.#begin(allowed)
    } catch (cause) {
      this.#fail(cause)
    }
  }

  #beginOnceKnown(allowed: Promise<boolean>): void {
    allowed.then(
      (may) => this.#begin(may),
      (cause: unknown) => this.#fail(cause),
    )
  }

  #begin(allowed: boolean): void {
    if (!allowed) return this.#record(TOO_LATE)
    if (this.#context.signal.aborted) return this.#record(STOPPED)
    this.#run().then(
      (outcome) => this.#record(resultOf(this.#signed, outcome)),
      (cause: unknown) => this.#record(thrown(this.#signed, cause)),
    )
  }

  #run(): Promise<ToolOutcome> {
    try {
      const running: Awaitable<ToolOutcome> = this.#tool.run(this.#signed, this.#context)
      // Whoever writes tools without types may not know that one is due.
      return isPromise(running) ? running : Promise.resolve(running)
    } catch (cause) {
      return rejected(cause)
    }
  }

  #record(result: CallResult): void {
    try {
      const written = this.#write(result)
      if (isPromise(written)) this.#endOnceWritten(written, result)
      else this.#end(result)
    } catch (cause) {
      this.#fail(cause)
    }
  }

  #endOnceWritten(written: Promise<boolean>, result: CallResult): void {
    written.then(
      () => this.#end(result),
      (cause: unknown) => this.#fail(cause),
    )
  }

  #write(result: CallResult): Awaitable<boolean> {
    const { call } = this.#signed
    // Cut off, not ended: a call that may be repeated goes on from where it was when the turn is taken up again.
    if (this.#context.signal.aborted && call.repeat === 'safe') return false
    return this.#calls.end(this.#lease, call.id, result)
  }

  aborted(): void {
    this.#timer = setTimeout(() => this.#end(LEFT_BEHIND), GRACE)
  }

  #end(result: CallResult): void {
    if (this.#leave()) this.#ending.ended(result)
  }

  #fail(cause: unknown): void {
    if (this.#leave()) this.#ending.failed(cause)
  }

  /** False: it was left before. */
  #leave(): boolean {
    if (this.#left) return false
    this.#left = true
    this.leave()
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    this.#starter.leave?.()
    return true
  }
}

const TOO_LATE: CallResult = {
  state: 'failed',
  code: 'lease_lost',
  text: 'Did not run: this process was stopped for too long, and another may have taken over the turn.',
}

const STOPPED: CallResult = {
  state: 'failed',
  code: 'cancelled',
  text: endedText('cancelled', null),
}

const LEFT_BEHIND: CallResult = {
  state: 'cancelled',
  code: 'cancelled',
  text: endedText('cancelled', null),
}

function thrown({ call }: CountersignedCall, cause: unknown): CallResult {
  const message = cause instanceof Error ? cause.message : String(cause)
  return { state: 'failed', code: 'tool_error', text: `\`${call.tool}\` failed: ${message}` }
}

function resultOf(signed: CountersignedCall, outcome: ToolOutcome | undefined): CallResult {
  if (outcome === undefined) return thrown(signed, 'it returned no outcome')
  const result = outcome.ok
    ? ({ state: 'succeeded', code: null, text: outcome.text } as const)
    : ({ state: 'failed', code: outcome.code, text: outcome.text } as const)
  if (outcome.changed === undefined && outcome.images === undefined && outcome.found === undefined)
    return result
  return {
    ...result,
    ...(outcome.changed === undefined ? {} : { changed: outcome.changed }),
    ...(outcome.images === undefined ? {} : { images: outcome.images }),
    ...(outcome.found === undefined ? {} : { found: outcome.found }),
  }
}
