import type { Signature } from '@countersign/protocol'
import { isPromise } from '../awaitable.ts'
import type { Call, CallResult, StoredCall } from '../call.ts'
import { pass, type Road } from '../gate/gate.ts'
import type { PromptMessage } from '../provider.ts'
import { LOAD_TOOLS } from '../toolbelt/disclosure.ts'
import { parseCall, Toolbelt, type CallOrigin } from '../toolbelt/toolbelt.ts'
import type { Answered, Tool } from '../toolbelt/tool.ts'
import type { JournalledCall } from './journal.ts'
import { Locks } from './locks.ts'
import type { Level, LevelTools } from './level.ts'
import { ALONE, Order, type Place } from './order.ts'
import { RUN_SUBTASK, type Turn } from './turn.ts'

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
    const step: Step = { places: WIDE, queue: UNORDERED, place: ALONE, beside: false, isNew, says }
    return [toMessage(turn, only, await runCall(turn, level, tools, only, step))]
  }
  const places = new Locks(turn.parts.limits.parallel)
  const order = new SerialOrder()
  const written = new Order()
  const running = calls.map((call) => {
    // Taken here, in the model's order: reading arguments takes some calls longer than others.
    const queue = order.enter(isParallel(turn, tools.belt.get(call.name)))
    const step: Step = { places, queue, place: written.enter(), beside: true, isNew, says }
    // A call with others beside it is a piece of work of its own.
    turn.tracker.begin()
    return runCall(turn, level, tools, call, step)
  })
  // Each of them works for itself; the level does nothing until all have ended.
  turn.tracker.end()
  const results = await Promise.all(running).finally(() => turn.tracker.begin())
  return calls.map((call, index) => toMessage(turn, call, results[index] ?? NONE))
}

/** Where one call is alone: it always has a place. */
const WIDE = new Locks(Number.POSITIVE_INFINITY)

const NONE: CallResult = { state: 'failed', code: 'internal', text: 'no result' }
const CANCELLED: CallResult = {
  state: 'cancelled',
  code: 'cancelled',
  text: 'Did not run: the turn was stopped.',
}

interface Step {
  readonly places: Locks
  readonly queue: QueuePlace
  /** Where it stands among the calls of its step when it is written down. */
  readonly place: Place
  /** There are others in its step. */
  readonly beside: boolean
  /** These calls were not walked before: they count against the budgets. */
  readonly isNew: boolean
  /** What the model said before them. */
  readonly says: string
}

async function runCall(
  turn: Turn,
  level: Level,
  tools: LevelTools,
  asked: JournalledCall,
  step: Step,
): Promise<CallResult> {
  try {
    const known = step.isNew ? undefined : await turn.parts.gate.calls.find(asked.id)
    // It stands in its place already: those behind, which a crash kept from being written down, need not wait for its answer.
    if (known) step.place.leave()
    if (known?.result && !isToVerify(known)) {
      restore(turn, level, { tools, known })
      return known.result
    }
    const affordable = step.isNew ? turn.affordCall(asked.name === RUN_SUBTASK) : true
    if (affordable !== true) {
      // Someone may be asked whether it may go on: those behind need not wait for that.
      step.place.leave()
      if (!(await affordable)) return CANCELLED
    }
    const { place, lease } = turn.input
    const parsing = parseCall(tools.belt, asked, originOf(turn, level, asked, step))
    const parsed = isPromise(parsing) ? await parsing : parsing
    if (!parsed.ok) {
      level.finish?.refused(asked.name)
      // It was stored and asked about, and its tool has left since: the card and the row end with it.
      if (known) await turn.parts.gate.calls.refuse(lease, asked.id, parsed.result, gone(turn))
      else await writeDown(turn, parsed.call, parsed.result, step.place)
      return known?.result ?? parsed.result
    }
    // What was stored and shown is what counts: on a second walk the frozen call is the stored one.
    const call = known?.call ?? parsed.call
    const writable = parsed.tool.category === 'read' ? true : turn.afford('writes')
    if (writable !== true) {
      step.place.leave()
      if (!(await writable)) return CANCELLED
    }
    const passenger = { lease, call, tool: parsed.tool, place, parents: level.path, isNew: step.isNew }
    try {
      return await pass(turn.gate, passenger, new CallRoad(turn, level, call, parsed.tool, step))
    } finally {
      turn.parts.events.outputEnded?.(call)
    }
  } catch (cause) {
    if (turn.signal.aborted) return CANCELLED
    throw cause
  } finally {
    if (step.beside) leave(turn, step)
  }
}

/** The work of a call has ended: nobody of its step waits for it any more. */
function leave({ tracker }: Turn, { queue, place }: Step): void {
  tracker.end()
  queue.yield()
  place.leave()
}

function originOf(turn: Turn, level: Level, { id }: JournalledCall, { says }: Step): CallOrigin {
  const { threadId, turnId, place, capabilities } = turn.input
  const origin = { id, threadId, turnId, parentId: level.parentId, depth: level.depth, place, says }
  return capabilities === undefined ? origin : { ...origin, capabilities: capabilities() }
}

/** How a call of this loop goes through the gate. */
class CallRoad implements Road {
  readonly signal: AbortSignal
  readonly #turn: Turn
  readonly #level: Level
  readonly #call: Call
  readonly #locks: readonly string[]
  readonly #step: Step

  constructor(turn: Turn, level: Level, call: Call, tool: Tool, step: Step) {
    this.signal = turn.signal
    this.#turn = turn
    this.#level = level
    this.#call = call
    this.#locks = lockNames(turn, level, tool)
    this.#step = step
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    const { places, queue } = this.#step
    const placed = () => places.run([], work)
    if (this.#locks.length === 0) return placed()
    await queue.wait()
    return this.#turn.locks.run(this.#locks, placed)
  }

  enter(): boolean {
    return this.#locks.length === 0 && this.#step.places.enter()
  }

  leave(): void {
    this.#step.places.leave()
  }

  mayAct(): true | Promise<boolean> {
    return this.#turn.input.mayAct?.() ?? true
  }

  output(text: string): void {
    this.#turn.parts.events.output(this.#call, text)
  }

  ask(question: Tool, input: unknown): Promise<Answered> {
    return askOnTheWay(this.#turn, this.#level, this.#call, { question, input })
  }

  waiting(): void {
    this.#step.queue.yield()
  }

  beforeWriting(): Promise<void> | undefined {
    return this.#step.place.before()
  }

  written(): void {
    this.#step.place.leave()
  }
}

/** A turn that was stopped meanwhile has nothing more to write down. */
async function writeDown(turn: Turn, call: Call, result: CallResult, place: Place): Promise<void> {
  try {
    await place.before()
    await turn.parts.gate.calls.turnAway(turn.input.lease, call, result)
  } catch (cause) {
    if (!turn.signal.aborted) throw cause
  } finally {
    place.leave()
  }
}

/** A call that a crash cut off and whose tool can look whether it was done: the gate asks it. */
function isToVerify({ state, call }: StoredCall): boolean {
  return state === 'interrupted' && call.repeat === 'idempotent'
}

/** A question that a running call has: a call below it, which only a person can let through. */
async function askOnTheWay(
  turn: Turn,
  level: Level,
  above: Call,
  { question, input }: { readonly question: Tool; readonly input: unknown },
): Promise<Answered> {
  const { threadId, turnId, place, lease } = turn.input
  const id = turn.parts.ids.call()
  const asked = { providerId: id, name: question.name, input: JSON.stringify(input) }
  const origin = { id, threadId, turnId, parentId: above.id, depth: above.depth + 1, place }
  const parsed = await parseCall(new Toolbelt([question]), asked, origin)
  if (!parsed.ok) return { allowed: false, words: '' }
  const passenger = { lease, call: parsed.call, tool: question, place, parents: level.path, isNew: true }
  const road = { hold: <T>(work: () => Promise<T>) => work(), signal: turn.signal }
  const result = await pass(turn.gate, passenger, road)
  const stored = await turn.parts.gate.calls.find(id)
  return { allowed: result.state === 'succeeded', words: stored?.signature?.feedback ?? '' }
}

function gone(turn: Turn): Signature {
  return { via: 'policy', by: 'its tool is gone', at: turn.parts.gate.clock.now() }
}

/** What a finished call left in the memory of the turn, loaded, or handed in, is put back when the turn is taken up again. */
function restore(
  turn: Turn,
  level: Level,
  { tools, known }: { readonly tools: LevelTools; readonly known: StoredCall },
): void {
  const { tool, args, id } = known.call
  if (known.state === 'failed') level.finish?.refused(tool)
  if (known.state !== 'succeeded') return
  if (known.result) level.finish?.restore(tool, known.result.text)
  if (tool === RUN_SUBTASK && known.result) turn.memory.write(`task:${id}`, known.result.text)
  if (tool === 'memory_write' && isEntry(args)) turn.memory.write(args.key, args.value)
  if (tool === LOAD_TOOLS) tools.disclosure.load(groupsIn(args))
}

function groupsIn(args: unknown): readonly string[] {
  if (typeof args !== 'object' || args === null || !('groups' in args) || !Array.isArray(args.groups))
    return []
  return args.groups.filter((group): group is string => typeof group === 'string')
}

function isEntry(args: unknown): args is { readonly key: string; readonly value: string } {
  if (typeof args !== 'object' || args === null || !('key' in args) || !('value' in args)) return false
  return typeof args.key === 'string' && typeof args.value === 'string'
}

/** May it run beside others of its step? Not if its tool says no, nor if the model is one that asks for one call at a time. */
function isParallel(turn: Turn, tool: Tool | undefined): boolean {
  if (turn.parts.provider.capabilities?.parallelCalls === false) return false
  return tool === undefined || tool.parallelSafe
}

const NO_LOCKS: readonly string[] = []

function lockNames(turn: Turn, level: Level, tool: Tool): readonly string[] {
  if (tool.lock === undefined && isParallel(turn, tool)) return NO_LOCKS
  const serial = isParallel(turn, tool) ? [] : [`serial:${level.parentId ?? 'root'}`]
  return tool.lock === undefined ? serial : [...serial, `lock:${tool.lock}`]
}

/** Of a call that may run beside any other. */
const UNORDERED: QueuePlace = { wait: () => Promise.resolve(), yield: () => {} }

/** A place in the order of a step: `wait` for those before, `yield` to those behind. */
interface QueuePlace {
  wait(): Promise<void>
  yield(): void
}

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
  const text = cut(result.text, turn.parts.limits.resultLength)
  return {
    role: 'tool',
    providerId: call.providerId,
    name: call.name,
    text,
    isError: result.state !== 'succeeded',
    ...(result.images === undefined ? {} : { images: result.images }),
  }
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}\n[cut: ${text.length - limit} more characters; ask for a smaller range to see them]`
}
