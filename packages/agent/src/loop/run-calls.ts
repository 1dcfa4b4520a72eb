import { cutResult } from '../bytes.ts'
import { readableResult } from '../call/attachments.ts'
import type { CallResult, JournalledCall } from '../call/call.ts'
import type { PromptMessage } from '../provider.ts'
import { wantedIn } from '../toolbelt/wanted.ts'
import { CallWalk, type QueuePlace, type Step } from './call-walk.ts'
import type { ModelEntry } from './journal.ts'
import type { Level, LevelTools } from './level.ts'
import { isParallel, originOf } from './level-calls.ts'
import { Locks } from './locks.ts'
import { ALONE, Order } from './order.ts'
import { NOTHING_AHEAD, StepAhead } from './step-ahead.ts'
import type { Turn } from './turn.ts'

/**
 * Runs the calls of one step. All go to the gate at once, and each waits, runs or is refused independently; results come back in the
 * model's order. Only a few run at the same time; tools that are not parallel-safe run one after the other, and named locks hold over the
 * whole turn.
 */
export async function runCalls(
  turn: Turn,
  level: Level,
  tools: LevelTools,
  { calls, text, worked }: ModelEntry,
  isNew: boolean,
): Promise<readonly PromptMessage[]> {
  const alone = calls.length === 1
  const belt = tools.belt.now()
  const step: Step = {
    turn,
    level,
    tools,
    places: alone ? WIDE : new Locks(turn.limits.parallel),
    order: alone ? ALONE : new Order(),
    ahead: alone ? NOTHING_AHEAD : new StepAhead(),
    origin: originOf(turn, level, text),
    hasSiblings: !alone,
    isNew,
    inTime: turn.isInTime(worked),
    at: turn.parts.gate.clock.now(),
  }
  if (alone) {
    // It has no siblings: no place to wait for and no order to keep, and it uses its level's piece of work.
    const walks = calls.map((call) => new CallWalk(step, wantedIn(belt, call), UNORDERED, 0))
    return messagesOf(turn, calls, await Promise.all(walks.map((walk) => walk.walk())))
  }
  const serial = new SerialOrder()
  const walking = calls.map((call, place) => {
    const wanted = wantedIn(belt, call)
    // Taken here, in the model's order: reading arguments takes some calls longer than others.
    const queue = serial.enter(isParallel(turn, wanted.tool))
    // With siblings, each call is a separate piece of work.
    turn.tracker.begin()
    return new CallWalk(step, wanted, queue, place).walk()
  })
  // Each call is tracked separately; the level itself does nothing until all have ended.
  turn.tracker.end()
  try {
    // A call that cannot reach an end fails the step; the others continue, but nobody waits for them.
    return messagesOf(turn, calls, await Promise.all(walking))
  } finally {
    turn.tracker.begin()
  }
}

/** For a step with one call: it always has a place. */
const WIDE = new Locks(Number.POSITIVE_INFINITY)

const NONE: CallResult = { state: 'failed', code: 'internal', text: 'no result' }

/** For a call that may run in parallel with any other. */
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
  const { text, images } = readableResult({
    ...result,
    text: cutResult(result.text, turn.limits.resultBytes),
  })
  const message = { role: 'tool', providerId, name, text, isError: result.state !== 'succeeded' } as const
  return images === undefined ? message : { ...message, images }
}
