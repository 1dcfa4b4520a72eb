import { cutToBytes } from '../bytes.ts'
import type { CallResult, JournalledCall } from '../call.ts'
import type { PromptMessage } from '../provider.ts'
import { CallWalk, isParallel, originOf, type QueuePlace, type Step } from './call-walk.ts'
import type { ModelEntry } from './journal.ts'
import type { Level, LevelTools } from './level.ts'
import { Locks } from './locks.ts'
import { ALONE, Order } from './order.ts'
import { Results } from './results.ts'
import { NOTHING_AHEAD, StepAhead } from './step-ahead.ts'
import type { Turn } from './turn.ts'

/**
 * Runs the calls of one step. All go to the gate at once; each waits, runs or is refused on its own; results come back in the model's
 * order. At most a few run together; tools that are not parallel-safe run one after the other, named locks hold over the whole turn.
 */
export async function runCalls(
  turn: Turn,
  level: Level,
  tools: LevelTools,
  { calls, text, worked }: ModelEntry,
  isNew: boolean,
): Promise<readonly PromptMessage[]> {
  const alone = calls.length === 1
  const { byName } = tools.belt.now()
  const results = new Results(calls.length)
  const step: Step = {
    turn,
    level,
    tools,
    places: alone ? WIDE : new Locks(turn.limits.parallel),
    order: alone ? ALONE : new Order(),
    ahead: alone ? NOTHING_AHEAD : new StepAhead(),
    origin: originOf(turn, level, text),
    results,
    beside: !alone,
    isNew,
    inTime: turn.isInTime(worked),
    at: turn.parts.gate.clock.now(),
  }
  if (alone) {
    // Nothing beside it: no place to wait for, no order to keep, and it goes on with the work of its level.
    for (const call of calls) new CallWalk(step, call, byName.get(call.name), UNORDERED, 0).start()
    return messagesOf(turn, calls, await results.all)
  }
  const serial = new SerialOrder()
  let place = 0
  for (const call of calls) {
    const tool = byName.get(call.name)
    // Taken here, in the model's order: reading arguments takes some calls longer than others.
    const queue = serial.enter(isParallel(turn, tool))
    // A call with others beside it is a piece of work of its own.
    turn.tracker.begin()
    new CallWalk(step, call, tool, queue, place).start()
    place += 1
  }
  // Each of them works for itself; the level does nothing until all have ended.
  turn.tracker.end()
  try {
    return messagesOf(turn, calls, await results.all)
  } finally {
    turn.tracker.begin()
  }
}

/** Where one call is alone: it always has a place. */
const WIDE = new Locks(Number.POSITIVE_INFINITY)

const NONE: CallResult = { state: 'failed', code: 'internal', text: 'no result' }

/** Of a call that may run beside any other. */
const UNORDERED: QueuePlace = { wait: () => Promise.resolve(), yield: () => {} }

/** Keeps calls that are not parallel-safe in the model's order, without making them wait for a person's answer to an earlier one. */
class SerialOrder {
  #last: Promise<void> | undefined

  enter(parallel: boolean): QueuePlace {
    if (parallel) return UNORDERED
    const before = this.#last
    let pass = () => {}
    const decided = new Promise<void>((resolve) => {
      pass = resolve
    })
    this.#last = before === undefined ? decided : before.then(() => decided)
    return {
      async wait() {
        await before
        // From here on the locks keep the order.
        queueMicrotask(pass)
      },
      yield: pass,
    }
  }
}

function messagesOf(
  turn: Turn,
  calls: readonly JournalledCall[],
  results: readonly CallResult[],
): readonly PromptMessage[] {
  return calls.map((call, place) => toMessage(turn, call, results[place] ?? NONE))
}

function toMessage(turn: Turn, call: JournalledCall, result: CallResult): PromptMessage {
  const { providerId, name } = call
  const text = cut(result.text, turn.limits.resultBytes)
  const message = { role: 'tool', providerId, name, text, isError: result.state !== 'succeeded' } as const
  return result.images === undefined ? message : { ...message, images: result.images }
}

function cut(text: string, limit: number): string {
  const { kept, left } = cutToBytes(text, limit)
  return left === 0 ? text : `${kept}\n[cut: ${left} more bytes; ask for a smaller range to see them]`
}
