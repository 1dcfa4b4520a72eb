import type { Call, ToolOutcome } from '@countersign/agent'
import type { CallId, ServerMessage } from '@countersign/protocol'
import { plainText } from '../../tools/plain-text.ts'

/** Milliseconds that a client has to run a call. */
export const RUN_LIMIT = 60_000

export interface ToolRun {
  readonly name: string
  readonly call: Pick<Call, 'id' | 'threadId'>
  readonly args: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** Milliseconds for this call; absent: the default. */
  readonly time?: number
}

/** The calls that one client runs for us. */
export interface ToolRuns {
  /** Lets the client run it, and waits for its answer, a stop or the time limit. */
  run(work: ToolRun): Promise<ToolOutcome>
  /** False: nothing from this client is awaited. */
  finish(callId: CallId, outcome: { readonly ok: boolean; readonly text: string }): boolean
  /** The client disconnected, which ends its calls. */
  leave(): void
}

export function toolRuns(send: (message: ServerMessage) => void, timeout = RUN_LIMIT): ToolRuns {
  const runs = new Map<CallId, (outcome: ToolOutcome) => void>()
  return {
    run: ({ name, call, args, signal, time = timeout }) =>
      new Promise((settle) => {
        const end = (outcome: ToolOutcome) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          runs.delete(call.id)
          settle(outcome)
        }
        const giveUp = (code: string, text: string) => {
          send({ type: 'tool_run_cancelled', tool_call_id: call.id })
          end({ ok: false, code, text })
        }
        const onAbort = () => giveUp('stopped', 'stopped')
        const late = `the client did not answer \`${name}\` within ${time / 1000} s; it is unknown whether it did its work`
        const timer = setTimeout(() => giveUp('timeout', late), time)
        signal.addEventListener('abort', onAbort, { once: true })
        runs.set(call.id, end)
        send({ type: 'tool_run', tool_call_id: call.id, thread_id: call.threadId, name, args: { ...args } })
      }),
    finish(callId, { ok, text }) {
      const end = runs.get(callId)
      const shown = plainText(text)
      end?.(
        ok ? { ok: true, text: shown || '(no result)' } : { ok: false, code: 'client_error', text: shown },
      )
      return end !== undefined
    },
    leave() {
      const text = 'the client left while it ran this; it is unknown whether it did its work'
      for (const end of runs.values()) end({ ok: false, code: 'client_gone', text })
    },
  }
}
