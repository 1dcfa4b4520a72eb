import type { CallResult } from '../call.ts'
import type { PromptMessage } from '../provider.ts'
import { CallWalk, isParallel, type QueuePlace, type Standing, type Step } from './call-walk.ts'
import type { JournalledCall } from './journal.ts'
import type { Level, LevelTools } from './level.ts'
import { Locks } from './locks.ts'
import { ALONE, Order } from './order.ts'
import type { Turn } from './turn.ts'

/**
 * Runs the calls of one step. All go to the gate at once; each waits, runs or is refused on its own; results come back in the model's
 * order. At most a few run together; tools that are not parallel-safe run one after the other, named locks hold over the whole turn.
 */
export async function runCalls(
  turn: Turn,
  level: Level,
  tools: LevelTools,
  calls: readonly JournalledCall[],
  isNew: boolean,
  says: string,
): Promise<readonly PromptMessage[]> {
  const [only] = calls
  if (only !== undefined && calls.length === 1) {
    // Nothing beside it: no place to wait for, no order to keep, and it goes on with the work of its level.
    const step: Step = { turn, level, tools, places: WIDE, beside: false, isNew, says }
    return [toMessage(turn, only, await new CallWalk(step, only, ON_ITS_OWN).result())]
  }
  const places = new Locks(turn.parts.limits.parallel)
  const step: Step = { turn, level, tools, places, beside: true, isNew, says }
  const order = new SerialOrder()
  const written = new Order()
  const running = calls.map((call) => {
    // Taken here, in the model's order: reading arguments takes some calls longer than others.
    const queue = order.enter(isParallel(turn, tools.belt.get(call.name)))
    const walk = new CallWalk(step, call, { queue, place: written.enter() })
    // A call with others beside it is a piece of work of its own.
    turn.tracker.begin()
    return walk.result()
  })
  // Each of them works for itself; the level does nothing until all have ended.
  turn.tracker.end()
  try {
    const results = await Promise.all(running)
    return calls.map((call, index) => toMessage(turn, call, results[index] ?? NONE))
  } finally {
    turn.tracker.begin()
  }
}

/** Where one call is alone: it always has a place. */
const WIDE = new Locks(Number.POSITIVE_INFINITY)

const NONE: CallResult = { state: 'failed', code: 'internal', text: 'no result' }

/** Of a call that may run beside any other. */
const UNORDERED: QueuePlace = { wait: () => Promise.resolve(), yield: () => {} }

const ON_ITS_OWN: Standing = { queue: UNORDERED, place: ALONE }

/** Keeps calls that are not parallel-safe in the model's order, without making them wait for a person's answer to an earlier one. */
class SerialOrder {
  #last: Promise<void> = Promise.resolve()

  enter(parallel: boolean): QueuePlace {
    if (parallel) return UNORDERED
    const before = this.#last
    let pass = () => {}
    const decided = new Promise<void>((resolve) => {
      pass = resolve
    })
    this.#last = before.then(() => decided)
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

function toMessage(turn: Turn, call: JournalledCall, result: CallResult): PromptMessage {
  const { providerId, name } = call
  const text = cut(result.text, turn.parts.limits.resultLength)
  const message = { role: 'tool', providerId, name, text, isError: result.state !== 'succeeded' } as const
  return result.images === undefined ? message : { ...message, images: result.images }
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}\n[cut: ${text.length - limit} more characters; ask for a smaller range to see them]`
}
