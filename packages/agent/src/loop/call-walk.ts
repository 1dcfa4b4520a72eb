import type { Instant, Signature } from '@countersign/protocol'
import type { Call, CallResult, JournalledCall, StoredCall } from '../call/call.ts'
import { pass } from '../gate/gate.ts'
import type { CallHooks } from '../gate/parts.ts'
import { unlessAborted } from '../on-abort.ts'
import { parseAsked, type ParsedCall, type StepOrigin } from '../toolbelt/toolbelt.ts'
import type { Tool } from '../toolbelt/tool.ts'
import type { Wanted } from '../toolbelt/wanted.ts'
import { within } from './child-calls.ts'
import type { Level, LevelTools } from './level.ts'
import { isToVerify, lockNames, NO_LOCKS, originOf } from './level-calls.ts'
import type { Locks } from './locks.ts'
import type { Places } from './order.ts'
import { restore } from './restore.ts'
import type { Look, StepAhead } from './step-ahead.ts'
import { RUN_SUBTASK, type Turn } from './turn.ts'

/** State that the calls of one step share. */
export interface Step {
  readonly turn: Turn
  readonly level: Level
  readonly tools: LevelTools
  /** Limits how many run at once. */
  readonly places: Locks
  /** Decides when each proposal is written. */
  readonly order: Places
  /** The state in which earlier calls of the step would leave files. */
  readonly ahead: StepAhead
  readonly origin: StepOrigin
  /** The step has several calls. */
  readonly hasSiblings: boolean
  /** The calls are new and are charged to the budgets. */
  readonly isNew: boolean
  /** The turn was within its time when they arrived. */
  readonly inTime: boolean
  /** When they arrived. */
  readonly at: Instant
}

/** One call of a step on its way through the gate to its result. */
export class CallWalk implements CallHooks {
  readonly #step: Step
  readonly #asked: JournalledCall
  readonly #tool: Tool | undefined
  readonly #through: Wanted['through']
  readonly #queue: QueuePlace
  readonly #place: number
  #call: Call | undefined
  /** A person was asked about a budget before the call was proposed: tools and capabilities may have changed since. */
  #waited = false
  #locks: readonly string[] = NO_LOCKS
  /** It was proposed as running, and has one of the step's places until it has ended. */
  #hasPlace = false
  /** For a tool with a lock, in a step with other calls: when it inspects. */
  readonly #look: Look | undefined
  /** The ends of earlier calls about the same files. */
  #after: readonly Promise<void>[] = NONE_BEFORE
  #announceEnd: (() => void) | undefined

  /** `queue`: when it runs; `place`: when it is written down. */
  constructor(step: Step, { asked, tool, through }: Wanted, queue: QueuePlace, place: number) {
    this.#step = step
    this.#asked = asked
    this.#tool = tool
    this.#through = through
    this.#queue = queue
    this.#place = place
    // Tools with the same lock touch the same kind of thing: the second of two calls inspects what the first would leave.
    this.#look = step.hasSiblings && tool?.lock !== undefined ? step.ahead.enter(tool.lock) : undefined
  }

  /** Walks the call to its end. Rejects if it cannot reach one, unless the turn was stopped. */
  async walk(): Promise<CallResult> {
    try {
      if (!this.#step.isNew) return await this.#walkAgain()
      const { turn, inTime } = this.#step
      const startsSubtask = this.#asked.name === RUN_SUBTASK
      const affordable = await turn.affordCall({ startsSubtask, inTime }, () => this.#askingForBudget())
      return affordable ? await this.#pass(undefined) : CANCELLED
    } catch (cause) {
      if (this.#signal.aborted) return CANCELLED
      throw cause
    } finally {
      this.#end()
    }
  }

  /** A call that may have been walked before. */
  async #walkAgain(): Promise<CallResult> {
    const { turn, level, tools } = this.#step
    const known = await turn.parts.gate.calls.find(this.#asked.id)
    if (!known) return this.#pass(undefined)
    // It is stored already: later calls, which a crash kept from being stored, need not wait for its answer.
    this.#leavePlace()
    if (!known.result || isToVerify(known)) return this.#pass(known)
    restore(turn, level, { tools, known })
    return known.result
  }

  /** Takes the call through the gate, or records that it can never run. */
  async #pass(known: StoredCall | undefined): Promise<CallResult> {
    const { turn, level, isNew } = this.#step
    if (this.#look?.before) await unlessAborted(this.#signal, this.#look.before)
    const parsing = this.#parse()
    // A tool whose inspection never ends must not prevent a stop.
    const parsed = parsing instanceof Promise ? await unlessAborted(this.#signal, parsing) : parsing
    this.#signal.throwIfAborted()
    if (!parsed.ok) return this.#reject(parsed, known)
    const { tool } = parsed
    const outOfBounds = known === undefined ? level.within?.refuses(parsed.call) : undefined
    if (outOfBounds) return this.#reject({ ok: false, call: parsed.call, result: outOfBounds }, known)
    // The stored call is the one that was shown, so a second walk uses it.
    const call = known?.call ?? parsed.call
    if (this.#look) this.#lineUp(call, parsed)
    // A stored call was charged when the turn was resumed.
    const changes = known === undefined && call.facts.category !== 'read'
    if (changes && !(await turn.afford('writes', () => this.#askingForBudget()))) return CANCELLED
    const { lease, place } = turn.input
    const at = this.#waited ? turn.parts.gate.clock.now() : this.#step.at
    this.#call = call
    this.#locks = lockNames(turn, level, tool)
    const request = { lease, call, tool, place, parents: level.path, signal: this.#signal, isNew, at }
    return pass(turn.gate, request, this)
  }

  #parse(): ParsedCall | Promise<ParsedCall> {
    const { turn, level, tools, ahead } = this.#step
    const { belt } = tools
    const through = this.#through
    const step = through === undefined ? this.#step.origin : { ...this.#step.origin, through }
    const origin = this.#look ? { ...step, ahead: ahead.left } : step
    // While a person was thinking, a tool may have left, and the thread may have lost a capability.
    return this.#waited
      ? parseAsked(belt, belt.get(this.#asked.name), this.#asked, {
          ...originOf(turn, level, origin.says),
          through,
        })
      : parseAsked(belt, this.#tool, this.#asked, origin)
  }

  /** Lets later calls inspect what this one would leave, and makes it wait for earlier calls about the same files. */
  #lineUp({ targets }: Call, { leaves }: Extract<ParsedCall, { ok: true }>): void {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#announceEnd = resolve
    this.#after = this.#step.ahead.add({ paths: targets.map(({ path }) => path), leaves, ended })
    this.#look?.done()
  }

  async #reject(
    { call, result }: Extract<ParsedCall, { ok: false }>,
    known: StoredCall | undefined,
  ): Promise<CallResult> {
    const { turn, level, order } = this.#step
    const { calls } = turn.parts.gate
    level.finish?.refused(this.#asked.name)
    try {
      // Its tool disappeared after the call was stored: end the row and the card.
      if (known) await calls.refuse(turn.input.lease, this.#asked.id, result, gone(turn))
      else {
        await order.before(this.#place)
        await calls.recordRejected(turn.input.lease, call, result)
      }
    } catch (cause) {
      // A turn that was stopped in the meantime writes nothing more.
      if (known || !this.#signal.aborted) throw cause
    }
    return known?.result ?? result
  }

  /** Releases everything that waits for this call; later output is not shown. */
  #end(): void {
    const { turn, hasSiblings, places } = this.#step
    if (this.#hasPlace) places.leave()
    if (hasSiblings) {
      this.#queue.yield()
      this.#leavePlace()
      this.#look?.done()
      this.#announceEnd?.()
      turn.tracker.end()
    }
    const call = this.#call
    this.#call = undefined
    if (call) turn.parts.events.outputEnded?.(call)
  }

  /** A person is asked about a budget: later calls need not wait for the answer. */
  #askingForBudget(): void {
    this.#leavePlace()
    this.#look?.done()
    this.#waited = true
  }

  #leavePlace(): void {
    this.#step.order.leave(this.#place)
  }

  get #signal(): AbortSignal {
    return this.#step.turn.signal
  }

  /** Writes the proposal down in the model's order; as running, if it needs no lock and a place is free. */
  async propose(
    write: (options: { readonly mayBegin: boolean }) => Promise<StoredCall>,
  ): Promise<StoredCall> {
    const { order, places } = this.#step
    if (!order.isNext(this.#place)) await order.before(this.#place)
    const mayBegin = this.#locks.length === 0 && places.enter()
    try {
      const stored = await write({ mayBegin })
      this.#hasPlace = mayBegin && stored.state === 'running'
      return stored
    } finally {
      if (mayBegin && !this.#hasPlace) places.leave()
      this.#leavePlace()
    }
  }

  waiting(): void {
    this.#queue.yield()
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    const { turn, places } = this.#step
    if (this.#hasPlace) return work()
    const placed = () => places.run([], work)
    if (this.#locks.length === 0) return placed()
    return this.#inOrder(() => turn.locks.run(this.#locks, placed))
  }

  async #inOrder<T>(work: () => Promise<T>): Promise<T> {
    await this.#othersBefore()
    await this.#queue.wait()
    return work()
  }

  /** Waits for earlier calls about the same files. A person may take long, so the wait is not charged as work and blocks no later call. */
  async #othersBefore(): Promise<void> {
    if (this.#after.length === 0) return
    this.#queue.yield()
    const ends = Promise.all(this.#after)
    await this.#step.turn.tracker.wait(() => unlessAborted(this.#signal, ends))
    this.#after = NONE_BEFORE
  }

  /** What a tool prints after its call has ended is dropped. */
  within(call: Call): ReturnType<typeof within> {
    const abilities = within(this.#step, call)
    return { ...abilities, output: (text) => this.#call && abilities.output(text) }
  }
}

const CANCELLED: CallResult = {
  state: 'cancelled',
  code: 'cancelled',
  text: 'Did not run: the turn was stopped.',
}

/** A place in the order of a step: `wait` for earlier calls, `yield` to later ones. */
export interface QueuePlace {
  wait(): Promise<void>
  yield(): void
}

function gone(turn: Turn): Signature {
  return { via: 'policy', by: 'its tool is gone', at: turn.parts.gate.clock.now() }
}

const NONE_BEFORE: readonly Promise<void>[] = []
