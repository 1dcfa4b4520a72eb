import type { CallResult } from '../call.ts'
import { pass, perform } from '../gate/gate.ts'
import type { PromptMessage } from '../provider.ts'
import { parseCall } from '../toolbelt/toolbelt.ts'
import type { JournalledCall } from './journal.ts'
import type { TurnInput, TurnParts } from './run-turn.ts'

/** Most characters of a result that go back to the model. */
const RESULT_LIMIT = 50_000

/**
 * Runs the calls of one step. All go to the gate at once; each waits, runs or is refused on its own; results come back in the
 * model's order. Tools that are not parallel-safe run one after the other once they are signed.
 */
export async function runCalls(
  parts: TurnParts,
  input: TurnInput,
  calls: readonly JournalledCall[],
  signal: AbortSignal,
): Promise<readonly PromptMessage[]> {
  const oneByOne = serial()
  const results = await Promise.all(calls.map((call) => runCall(parts, input, call, oneByOne, signal)))
  return calls.map((call, index) => toMessage(call, results[index] ?? missing))
}

const missing: CallResult = { state: 'failed', code: 'internal', text: 'no result' }

async function runCall(
  parts: TurnParts,
  input: TurnInput,
  asked: JournalledCall,
  oneByOne: <T>(work: () => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): Promise<CallResult> {
  const known = await parts.gate.calls.find(asked.id)
  if (known?.result) return known.result
  const { threadId, turnId, place, lease, belt } = input
  const parsed = await parseCall(belt, asked, {
    id: asked.id,
    threadId,
    turnId,
    parentId: null,
    depth: 0,
    place,
  })
  if (!parsed.ok) return parsed.result
  // What was stored and shown is what counts: on a second walk the frozen call is the stored one.
  const call = known?.call ?? parsed.call
  const passenger = { lease, call, tool: parsed.tool, place, parents: [] }
  try {
    const passage = await pass(parts.gate, passenger, signal)
    if (passage.kind === 'refused') return passage.result
    const run = () => perform(parts.gate, lease, passage.signed, parsed.tool, { place, signal })
    return await (parsed.tool.parallelSafe ? run() : oneByOne(run))
  } catch (cause) {
    if (signal.aborted)
      return { state: 'cancelled', code: 'cancelled', text: 'Did not run: the turn was stopped.' }
    throw cause
  }
}

/** Runs pieces of work strictly one after the other. */
function serial(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

function toMessage(call: JournalledCall, result: CallResult): PromptMessage {
  return {
    role: 'tool',
    providerId: call.providerId,
    name: call.name,
    text: cut(result.text),
    isError: result.state !== 'succeeded',
  }
}

function cut(text: string): string {
  if (text.length <= RESULT_LIMIT) return text
  return `${text.slice(0, RESULT_LIMIT)}\n[cut: ${text.length - RESULT_LIMIT} more characters; ask for a smaller range to see them]`
}
