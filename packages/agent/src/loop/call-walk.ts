import type { Instant, Signature } from '@countersign/protocol'
import { isPromise } from '../awaitable.ts'
import type { Call, CallResult, JournalledCall, StoredCall } from '../call.ts'
import { tell, tellFailure, type Ending } from '../ending.ts'
import { passTo } from '../gate/gate.ts'
import type { Road } from '../gate/parts.ts'
import { unlessAborted } from '../on-abort.ts'
import { parseAsked, type ParsedCall, type StepOrigin } from '../toolbelt/toolbelt.ts'
import type { Answered, Tool } from '../toolbelt/tool.ts'
import { askOnTheWay } from './ask-on-the-way.ts'
import type { Level, LevelTools } from './level.ts'
import type { Locks } from './locks.ts'
import type { Places } from './order.ts'
import { restore } from './restore.ts'
import type { Results } from './results.ts'
import type { Look, StepAhead } from './step-ahead.ts'
import { RUN_SUBTASK, type Turn } from './turn.ts'

/** What the calls of one step have in common. */
export interface Step {
  readonly turn: Turn
  readonly level: Level
  readonly tools: LevelTools
  /** How many run at once. */
  readonly places: Locks
  /** When each is written down. */
  readonly order: Places
  /** What those would leave that may be about the same thing. */
  readonly ahead: StepAhead
  readonly origin: StepOrigin
  /** Where each is told to have ended. */
  readonly results: Results
  /** There are several. */
  readonly beside: boolean
  /** These calls were not walked before: they count against the budgets. */
  readonly isNew: boolean
  /** When they came, the turn had not worked for too long. */
  readonly inTime: boolean
  /** When they came. */
  readonly at: Instant
}

/** What the calls of a step are proposed with. */
export function originOf({ input }: Turn, { parentId, depth }: Level, says = ''): StepOrigin {
  const { threadId, turnId, place, capabilities } = input
  const origin = { threadId, turnId, parentId, depth, place, says }
  return capabilities === undefined ? origin : { ...origin, capabilities: capabilities() }
}

/** One call of a step on its way to its result, and the road on which it goes through the gate. */
export class CallWalk implements Road, Ending<CallResult> {
  readonly #step: Step
  readonly #asked: JournalledCall
  readonly #tool: Tool | undefined
  readonly #queue: QueuePlace
  readonly #place: number
  #call: Call | undefined
  /** A person was asked before it was proposed: what was so when it was asked for need not be so any more. */
  #waited = false
  #locks: readonly string[] = NO_LOCKS
  /** Of a tool with a lock that has others beside it: when it looks. */
  readonly #look: Look | undefined
  /** Ends of calls before it that are about the same files. */
  #after: readonly Promise<void>[] = NONE_BEFORE
  #tellEnd: (() => void) | undefined

  /** `tool`: what the call names, if the step has it. `queue`: when it runs; `place`: when it is written down. */
  constructor(step: Step, asked: JournalledCall, tool: Tool | undefined, queue: QueuePlace, place: number) {
    this.#step = step
    this.#asked = asked
    this.#tool = tool
    this.#queue = queue
    this.#place = place
    // Tools of one lock are about the same kind of thing: of two of their calls the second is shown what the first would leave.
    this.#look = step.beside && tool?.lock !== undefined ? step.ahead.enter(tool.lock) : undefined
  }

  /** Goes on by itself until it has ended. */
  start(): void {
    try {
      if (this.#step.isNew) this.#spend()
      else tellFailure(this.#goOn(), this)
    } catch (cause) {
      this.failed(cause)
    }
  }

  ended(result: CallResult): void {
    try {
      this.#end()
      this.#step.results.put(this.#place, result)
    } catch (cause) {
      this.#step.results.fail(cause)
    }
  }

  failed(cause: unknown): void {
    if (this.#step.turn.signal.aborted) return this.ended(CANCELLED)
    // Whatever else fails now: the first is the reason.
    this.#step.results.fail(cause)
    this.ended(CANCELLED)
  }

  /** Nobody of its step waits for it any more, and what it still says is not told. */
  #end(): void {
    const { turn, beside } = this.#step
    if (beside) {
      this.#queue.yield()
      this.#leavePlace()
      this.#look?.done()
      this.#tellEnd?.()
      turn.tracker.end()
    }
    const call = this.#call
    this.#call = undefined
    if (call) turn.parts.events.outputEnded?.(call)
  }

  /** A call that may have been walked before. */
  async #goOn(): Promise<void> {
    const { turn, level, tools } = this.#step
    const known = await turn.parts.gate.calls.find(this.#asked.id)
    if (!known) return this.#parse(undefined)
    // It stands in its place already: those behind, which a crash kept from being written down, need not wait for its answer.
    this.#leavePlace()
    if (!known.result || isToVerify(known)) return this.#parse(known)
    restore(turn, level, { tools, known })
    this.ended(known.result)
  }

  #spend(): void {
    const affordable = this.#step.turn.affordCall(this.#asked.name === RUN_SUBTASK, this.#step.inTime)
    if (affordable === true) this.#parse(undefined)
    else tellFailure(this.#parseIf(affordable), this)
  }

  async #parseIf(affordable: Promise<boolean>): Promise<void> {
    // Someone may be asked whether it may go on: those behind need not wait for that.
    this.#leavePlace()
    this.#look?.done()
    this.#waited = true
    if (await affordable) this.#parse(undefined)
    else this.ended(CANCELLED)
  }

  #parse(known: StoredCall | undefined): void {
    const before = this.#look?.before
    if (before === undefined) this.#parseInTurn(known)
    else tellFailure(this.#parseAfter(before, known), this)
  }

  async #parseAfter(before: Promise<void>, known: StoredCall | undefined): Promise<void> {
    await unlessAborted(this.signal, before)
    this.#parseInTurn(known)
  }

  #parseInTurn(known: StoredCall | undefined): void {
    const { turn, level, tools, ahead } = this.#step
    const { belt } = tools
    const origin = this.#look ? { ...this.#step.origin, ahead: ahead.left } : this.#step.origin
    // While a person thought, a tool may have left, and the chat may have lost something.
    const parsing = this.#waited
      ? parseAsked(belt, belt.get(this.#asked.name), this.#asked, originOf(turn, level, origin.says))
      : parseAsked(belt, this.#tool, this.#asked, origin)
    if (isPromise(parsing)) tellFailure(this.#walkOnceParsed(parsing, known), this)
    else this.#walk(parsing, known)
  }

  async #walkOnceParsed(parsing: Promise<ParsedCall>, known: StoredCall | undefined): Promise<void> {
    // A tool that never ends looking does not keep a turn from being stopped.
    this.#walk(await unlessAborted(this.signal, parsing), known)
  }

  #walk(parsed: ParsedCall, known: StoredCall | undefined): void {
    if (!parsed.ok) return tell(this.#turnAway(parsed, known), this)
    // What was stored and shown is what counts: on a second walk the frozen call is the stored one.
    const call = known?.call ?? parsed.call
    if (this.#look) this.#lineUp(call, parsed)
    const writable = parsed.tool.category === 'read' ? true : this.#step.turn.afford('writes')
    if (writable === true) this.#pass(call, parsed.tool)
    else tellFailure(this.#passIf(writable, call, parsed.tool), this)
  }

  /** Those behind it look at what it would leave, and it is done after those before it that are about the same. */
  #lineUp({ targets }: Call, { leaves }: Extract<ParsedCall, { ok: true }>): void {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#tellEnd = resolve
    this.#after = this.#step.ahead.add({ paths: targets.map(({ path }) => path), leaves, ended })
    this.#look?.done()
  }

  async #passIf(writable: Promise<boolean>, call: Call, tool: Tool): Promise<void> {
    this.#leavePlace()
    this.#waited = true
    if (await writable) this.#pass(call, tool)
    else this.ended(CANCELLED)
  }

  #pass(call: Call, tool: Tool): void {
    const { turn, level, isNew } = this.#step
    const { lease, place } = turn.input
    const at = this.#waited ? turn.parts.gate.clock.now() : this.#step.at
    this.#call = call
    this.#locks = lockNames(turn, level, tool)
    passTo(turn.gate, { lease, call, tool, place, parents: level.path, isNew, at }, this, this)
  }

  async #turnAway(
    { call, result }: Extract<ParsedCall, { ok: false }>,
    known: StoredCall | undefined,
  ): Promise<CallResult> {
    const { turn, level } = this.#step
    level.finish?.refused(this.#asked.name)
    // It was stored and asked about, and its tool has left since: the card and the row end with it.
    if (known) await turn.parts.gate.calls.refuse(turn.input.lease, this.#asked.id, result, gone(turn))
    else await this.#writeDown(call, result)
    return known?.result ?? result
  }

  /** A turn that was stopped meanwhile has nothing more to write down. */
  async #writeDown(call: Call, result: CallResult): Promise<void> {
    const { turn } = this.#step
    try {
      await this.beforeWriting()
      await turn.parts.gate.calls.turnAway(turn.input.lease, call, result)
    } catch (cause) {
      if (!turn.signal.aborted) throw cause
    } finally {
      this.#leavePlace()
    }
  }

  #leavePlace(): void {
    this.#step.order.leave(this.#place)
  }

  get signal(): AbortSignal {
    return this.#step.turn.signal
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    const { turn, places } = this.#step
    const placed = () => places.run([], work)
    if (this.#locks.length === 0) return placed()
    await this.#othersBefore()
    await this.#queue.wait()
    return turn.locks.run(this.#locks, placed)
  }

  /** A person may take long for one before it: that is no work, and those behind it need not wait. */
  async #othersBefore(): Promise<void> {
    if (this.#after.length === 0) return
    this.#queue.yield()
    const ends = Promise.all(this.#after)
    await this.#step.turn.tracker.wait(() => unlessAborted(this.signal, ends))
    this.#after = NONE_BEFORE
  }

  enter(): boolean {
    return this.#locks.length === 0 && this.#step.places.enter()
  }

  leave(): void {
    this.#step.places.leave()
  }

  mayAct(): true | Promise<boolean> {
    return this.#step.turn.input.mayAct?.() ?? true
  }

  output(text: string): void {
    if (this.#call) this.#step.turn.parts.events.output(this.#call, text)
  }

  ask(question: Tool, input: unknown): Promise<Answered> {
    const { turn, level } = this.#step
    return this.#call ? askOnTheWay(turn, level, this.#call, { question, input }) : NOBODY_ASKED
  }

  waiting(): void {
    this.#queue.yield()
  }

  beforeWriting(): Promise<void> | undefined {
    return this.#step.order.before(this.#place)
  }

  written(): void {
    this.#leavePlace()
  }
}

const CANCELLED: CallResult = {
  state: 'cancelled',
  code: 'cancelled',
  text: 'Did not run: the turn was stopped.',
}

const NOBODY_ASKED = Promise.resolve<Answered>({ allowed: false, answered: false, words: '' })

/** A place in the order of a step: `wait` for those before, `yield` to those behind. */
export interface QueuePlace {
  wait(): Promise<void>
  yield(): void
}

/** A call that a crash cut off and whose tool can look whether it was done: the gate asks it. */
function isToVerify({ state, call }: StoredCall): boolean {
  return state === 'interrupted' && call.repeat === 'idempotent'
}

function gone(turn: Turn): Signature {
  return { via: 'policy', by: 'its tool is gone', at: turn.parts.gate.clock.now() }
}

/** May it run beside others of its step? Not if its tool says no, nor if the model is one that asks for one call at a time. */
export function isParallel(turn: Turn, tool: Tool | undefined): boolean {
  if (turn.parts.provider.capabilities?.parallelCalls === false) return false
  return tool === undefined || tool.parallelSafe
}

const NO_LOCKS: readonly string[] = []
const NONE_BEFORE: readonly Promise<void>[] = []

function lockNames(turn: Turn, level: Level, tool: Tool): readonly string[] {
  if (tool.lock === undefined && isParallel(turn, tool)) return NO_LOCKS
  const serial = isParallel(turn, tool) ? [] : [`serial:${level.parentId ?? 'root'}`]
  return tool.lock === undefined ? serial : [...serial, `lock:${tool.lock}`]
}
