import type { CallResult } from '../call/call.ts'
import { settledBy } from '../on-abort.ts'
import type { RunContext, ToolOutcome } from '../toolbelt/tool.ts'
import type { CountersignedCall } from '../call/countersign.ts'
import type { GateParts, GateRequest } from './parts.ts'
import { endedText } from './words.ts'

/** Milliseconds that a stopped tool has to end before it is abandoned. */
const GRACE = 100

interface ToolRun {
  readonly signed: CountersignedCall
  readonly context: RunContext
}

/**
 * Runs the tool of a countersigned call once and records the result. A tool that throws has failed; its siblings and the turn continue. A
 * tool that ignores a stop is abandoned: its row says *running* until it ends, and nothing waits for it.
 * Rejects when the end cannot be recorded.
 */
export function runTool(parts: GateParts, request: GateRequest, run: ToolRun): Promise<CallResult> {
  return orLeaveBehind(request.signal, runAndRecord(parts, request, run))
}

/** Settles as the run does, but no later than a moment after the signal aborts. */
function orLeaveBehind(signal: AbortSignal, running: Promise<CallResult>): Promise<CallResult> {
  return settledBy(running, signal, (settle) => {
    const timer = setTimeout(() => settle(LEFT_BEHIND), GRACE)
    const clear = () => clearTimeout(timer)
    running.then(clear, clear)
  })
}

async function runAndRecord(
  { calls, mayAct }: GateParts,
  { lease, tool, signal, stored }: GateRequest,
  { signed, context }: ToolRun,
): Promise<CallResult> {
  const { call } = signed
  // The row says running, but a process that was suspended for longer than its lease must not act: another may have settled the call.
  const allowed = mayAct === undefined || (await mayAct())
  let result: CallResult
  try {
    result = !allowed ? TOO_LATE : signal.aborted ? STOPPED : resultOf(await tool.run(signed, context))
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    result = { state: 'failed', code: 'tool_error', text: `\`${call.tool}\` failed: ${message}` }
  }
  // It was cut off and may be repeated: the row stays as it is, so that the resumed turn runs the call again. Acts by hand are never
  // resumed.
  if (signal.aborted && call.repeat === 'safe' && 'turnId' in lease) return result
  if (await calls.end(lease, call.id, result)) stored?.(result)
  return result
}

const TOO_LATE: CallResult = {
  state: 'failed',
  code: 'lease_lost',
  text: 'Did not run: this process was stopped for so long that another may have taken over.',
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

function resultOf(outcome: ToolOutcome | undefined): CallResult {
  // A tool that was written without types may return nothing.
  if (outcome === undefined) throw new Error('it returned no outcome')
  const { text, changed, attachments, found, summary, value } = outcome
  const result: CallResult = outcome.ok
    ? { state: 'succeeded', code: null, text }
    : { state: 'failed', code: outcome.code, text }
  return {
    ...result,
    ...(changed === undefined ? {} : { changed }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(found === undefined ? {} : { found }),
    ...(summary === undefined ? {} : { summary }),
    ...(value === undefined ? {} : { value }),
  }
}
