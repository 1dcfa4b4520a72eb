import type { ToolOutcome } from '@countersign/agent'
import type { CallId, OutsideEnd } from '@countersign/protocol'

/** Allowed calls that the agent makes itself, until their end is known. */
export class HandedCalls {
  readonly #open = new Map<CallId, PromiseWithResolvers<ToolOutcome>>()

  /** Resolves with the end of the call. If its turn ends, so does the call. */
  async hand(id: CallId, left: AbortSignal): Promise<ToolOutcome> {
    const call = Promise.withResolvers<ToolOutcome>()
    this.#open.set(id, call)
    onAbort(left, () => call.resolve(ASKER_GONE))
    try {
      return await call.promise
    } finally {
      this.#open.delete(id)
    }
  }

  /** Handed over once the agent confirms the answer. Without a confirmation in time it will not make the call. */
  async handIfHeard(id: CallId, left: AbortSignal, patience: number): Promise<ToolOutcome> {
    const waiting = setTimeout(() => this.#open.get(id)?.resolve(NOT_HEARD), patience)
    const outcome = await this.hand(id, left)
    clearTimeout(waiting)
    return outcome === ASKER_GONE ? NOT_HEARD : outcome
  }

  /** False: no such call is open. */
  ended(id: CallId, { ok, text }: OutsideEnd): boolean {
    const call = this.#open.get(id)
    call?.resolve(ok ? { ok, text } : { ok, code: 'tool_error', text })
    return call !== undefined
  }

  /** Resolves when the call has ended; a client that disconnects earlier has abandoned it. False: no such call is open. */
  async hold(id: CallId, gone: AbortSignal): Promise<boolean> {
    const call = this.#open.get(id)
    if (call === undefined) return false
    onAbort(gone, () => call.resolve(ASKER_GONE))
    await call.promise
    return true
  }
}

const ASKER_GONE: ToolOutcome = {
  ok: false,
  code: 'asker_gone',
  text: 'its agent went away; it may have had effects',
}

const NOT_HEARD: ToolOutcome = {
  ok: false,
  code: 'asker_gone',
  text: 'Did not run: its agent went away before it got the answer.',
}

function onAbort(signal: AbortSignal, react: () => void): void {
  if (signal.aborted) react()
  else signal.addEventListener('abort', react, { once: true })
}
