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
  const waits = countWaits(calls.length, parts)
  const results = await Promise.all(
    calls.map((call) =>
      runCall({ ...parts, gate: waits.gate }, input, call, oneByOne, signal).finally(waits.finished),
    ),
  )
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

/**
 * Watches how many calls of a step are left and how many of those wait for a person. When nothing else is left to do, the turn can
 * be laid down: waiting is rows, not memory.
 */
function countWaits(total: number, parts: TurnParts): { gate: TurnParts['gate']; finished: () => void } {
  let open = total
  let waiting = 0
  const look = () => {
    if (open > 0 && waiting === open) parts.allWaiting()
  }
  const answers: TurnParts['gate']['answers'] = {
    async settled(id, signal) {
      waiting += 1
      look()
      try {
        return await parts.gate.answers.settled(id, signal)
      } finally {
        waiting -= 1
      }
    },
  }
  const finished = () => {
    open -= 1
    look()
  }
  return { gate: { ...parts.gate, answers }, finished }
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
