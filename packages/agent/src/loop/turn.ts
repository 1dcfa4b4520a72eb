import type { Place } from '@countersign/policy'
import { BudgetName, budgetWords, type CallId, type ThreadId, type TurnId } from '@countersign/protocol'
import type { Call } from '../call/call.ts'
import { unlessAborted } from '../on-abort.ts'
import type { GateParts } from '../gate/parts.ts'
import type { Ids, Journal, Lease, TurnEvents } from '../ports.ts'
import type { ChatProvider, PromptMessage, Usage } from '../provider.ts'
import type { Capabilities } from '../toolbelt/capabilities.ts'
import type { Toolbelt } from '../toolbelt/toolbelt.ts'
import { Budget, type Exceeded, type Spent } from './budget.ts'
import type { JournalEntry, ModelEntry } from './journal.ts'
import type { OpenLevel } from './level.ts'
import type { Limits } from './limits.ts'
import { Locks } from './locks.ts'
import { TurnMemory } from './memory.ts'
import { WorkTracker } from './work-tracker.ts'

/** Everything a turn needs from outside. */
export interface TurnParts {
  readonly gate: GateParts
  readonly provider: ChatProvider
  readonly journal: Journal
  readonly events: TurnEvents
  readonly ids: Ids
  readonly limits: Limits
  /** All remaining calls wait for a person. The host may park the turn by aborting it; an answer resumes it. */
  allWaiting(): void
  /**
   * A budget is used up: asks whether `adds` may be added to it, and calls `tell` when it puts the question for the first time. Absent:
   * nobody can answer, and the turn ends.
   */
  extend?(
    asked: Exceeded & { readonly adds: number },
    signal: AbortSignal,
    tell: () => void,
  ): Promise<boolean>
  /** Events around the turn since its last step, for the model to read before the next; undefined: none. */
  meanwhile?(): Promise<string | undefined>
}

export interface TurnInput {
  readonly lease: Lease
  readonly threadId: ThreadId
  readonly turnId: TurnId
  readonly model: string
  readonly place: Place
  readonly belt: Toolbelt
  /** The thread's current capabilities; tools that need others do not exist, at any depth. The same set until it changes. Absent: all. */
  capabilities?(): Capabilities
  /** The conversation up to the person's message. */
  readonly messages: readonly PromptMessage[]
  /** The message asks only for a shorter history. */
  readonly compact?: boolean
  /** The system prompt of a level. `title` is set for a sub-agent. */
  system(level: {
    readonly depth: number
    readonly belt: Toolbelt
    readonly title?: string
    /** It cannot start sub-agents, whatever the depth. */
    readonly startsNone?: boolean
  }): string
  /** False: the lease is lost, and nothing more may have an effect. Asked right before every effect, so it must be quick. */
  mayAct?(): Promise<boolean>
}

/** The tools of a belt whose capabilities the thread has. */
export function withinCapabilities(
  { capabilities }: Pick<TurnInput, 'capabilities'>,
  belt: Toolbelt,
): Toolbelt {
  return capabilities === undefined ? belt : belt.within(capabilities)
}

/** The state that all levels of a turn share. */
export class Turn {
  readonly parts: TurnParts
  readonly input: TurnInput
  /** The gate, which does not charge the time spent waiting for a person as work. */
  readonly gate: GateParts
  readonly budget: Budget
  /** The limits of the turn, capped by what its model supports. */
  readonly limits: Limits
  /** Named locks hold over the whole turn; each step limits how many calls run at once. */
  readonly locks = new Locks(Number.POSITIVE_INFINITY)
  readonly tracker: WorkTracker
  readonly memory = new TurnMemory()
  /** The running levels, by the call that each is below. */
  readonly levels = new Map<CallId | null, OpenLevel>()
  /** Belts by their ingredients: sibling levels share them. */
  readonly belts = new Map<Toolbelt, Map<string, Toolbelt>>()
  /** By level. */
  readonly #journal = new Map<CallId | null, JournalEntry[]>()
  readonly #abort = new AbortController()
  readonly #asked = new Map<BudgetName, Promise<boolean>>()
  readonly #untold: string[] = []
  over: Exceeded | undefined
  #inputTokens = 0
  #outputTokens = 0
  /** The known cost; unknown prices make it too low. */
  #knownCost = 0
  #costIsKnown = true

  constructor(parts: TurnParts, input: TurnInput, journal: readonly JournalEntry[], signal: AbortSignal) {
    this.parts = parts
    this.input = input
    for (const entry of journal) this.#keep(entry)
    this.limits = withinWindow(parts)
    this.budget = new Budget(this.limits, spentIn(journal))
    for (const entry of journal) {
      if (entry.kind === 'extension') this.budget.extend(BudgetName.parse(entry.reason), entry.by)
      else this.#count(entry.usage)
    }
    this.tracker = new WorkTracker(parts.gate.clock, workedIn(journal), () => parts.allWaiting())
    const { answers } = parts.gate
    const settled = (id: CallId, stop: AbortSignal) => this.tracker.wait(() => answers.settled(id, stop))
    this.gate = { ...parts.gate, answers: { settled }, ids: parts.ids, mayAct: input.mayAct }
    if (signal.aborted) this.#abort.abort(signal.reason)
    else signal.addEventListener('abort', () => this.#abort.abort(signal.reason), { once: true })
  }

  /** Aborts when the turn is stopped from outside or over budget. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** The journal entries of one level, in order. */
  level(parentId: CallId | null): readonly JournalEntry[] {
    return [...(this.#journal.get(parentId) ?? [])]
  }

  /** The level that a call comes from. */
  levelOf({ parentId }: Pick<Call, 'parentId'>): OpenLevel {
    const open = this.levels.get(parentId)
    if (!open) throw new Error('a call came from an agent that has ended')
    return open
  }

  /** Writes an entry before it is used. */
  async write(entry: JournalEntry): Promise<void> {
    const { journal } = this.parts
    const { lease } = this.input
    if (journal.hold && entry.kind === 'model' && entry.calls.length > 0) {
      const { written } = await journal.hold(lease, entry)
      // If this fails, the first call that is proposed fails for the same reason.
      written.catch(() => undefined)
    } else await journal.append(lease, entry)
    this.#keep(entry)
    if (entry.kind !== 'extension') this.#count(entry.usage)
  }

  #keep(entry: JournalEntry): void {
    if (entry.kind === 'extension' && entry.told === undefined) return
    const entries = this.#journal.get(entry.parentId)
    if (entries) entries.push(entry)
    else this.#journal.set(entry.parentId, [entry])
  }

  /** Notes about extended limits that the model has not read yet. */
  takeUntold(): readonly string[] {
    return this.#untold.splice(0)
  }

  /** The rest of the budgets of the whole turn, in words. */
  left(): string {
    return LEFT.flatMap((name) => {
      const left =
        name === 'wall_clock' ? this.budget.limit(name) - this.tracker.worked() : this.budget.left(name)
      return Number.isFinite(left) ? [budgetWords(name, Math.max(0, left))] : []
    }).join(', ')
  }

  /** Spends one unit of a budget. False: it is used up, nobody extended it, and the turn ends. `asking` is called before a person is asked. */
  async afford(name: BudgetName, asking?: () => void): Promise<boolean> {
    const exceeded = this.budget.spend(name)
    return exceeded === undefined || this.#extended(exceeded, asking)
  }

  /** Whether the root may take another step after this number of steps. */
  affordIteration(done: number): Promise<boolean> {
    return this.#affordMeasured('iterations', done + 1)
  }

  /** Whether one answer may be this long. */
  affordAnswer(bytes: number): Promise<boolean> {
    return this.#affordMeasured('bytes', bytes)
  }

  /** Whether a history that cannot be made shorter may be this long. */
  affordHistory(tokens: number): Promise<boolean> {
    return this.#affordMeasured('tokens', tokens)
  }

  async #affordMeasured(name: BudgetName, observed: number): Promise<boolean> {
    const exceeded = this.budget.measure(name, observed)
    return exceeded === undefined || this.#extended(exceeded)
  }

  /** False: the turn has worked for longer than it may. */
  isInTime(worked: number): boolean {
    return this.budget.measure('wall_clock', worked) === undefined
  }

  #late(): Exceeded | undefined {
    return this.budget.measure('wall_clock', this.tracker.worked())
  }

  /**
   * Watches the clock while a model is asked: when the time is used up, a person is asked meanwhile, and a no ends the answer too. Returns
   * a function that ends the watch.
   */
  watchClock(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const wait = () => {
      const left = this.budget.limit('wall_clock') - this.tracker.worked()
      if (!over) timer = setTimeout(look, Math.min(Math.max(left, 0) + 1, LONGEST_TIMER))
    }
    const look = () => {
      const late = this.#late()
      if (late === undefined) return wait()
      // It is tracked as separate work, because the model of the level still works and the turn must not be parked.
      this.tracker.begin()
      const goOn = (yes: boolean) => {
        this.tracker.end()
        if (yes) wait()
      }
      // A failure here happens again at the next step, which reports it.
      this.#extended(late).then(goOn, () => goOn(false))
    }
    wait()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }

  /** Spends a call, and a subtask if the call starts one. `inTime`: the clock was checked just now. */
  async affordCall(
    { startsSubtask, inTime }: { readonly startsSubtask: boolean; readonly inTime: boolean },
    asking: () => void,
  ): Promise<boolean> {
    const late = inTime ? undefined : this.#late()
    if (late && !(await this.#extended(late, asking))) return false
    const used = this.budget.spend('tool_calls')
    if (used && !(await this.#extended(used, asking))) return false
    return !startsSubtask || this.afford('subtasks', asking)
  }

  /**
   * Spends a model call. Before that it checks the clock (work only, not the time that a person takes) and the cost of the whole tree, as
   * far as prices are known. `ahead`: the cost of this call, if known in advance.
   */
  async affordStep(ahead = 0): Promise<boolean> {
    const late = this.#late()
    if (late && !(await this.#extended(late))) return false
    const dear = this.budget.measure('cost', this.#knownCost + ahead)
    if (dear && !(await this.#extended(dear))) return false
    return this.afford('llm_calls')
  }

  /** Ends the turn: aborts running work and keeps its results so far. */
  #end(exceeded: Exceeded): void {
    if (this.over) return
    this.over = exceeded
    // If a person was asked, the event was sent with the question.
    if (!this.parts.extend) this.parts.events.budgetExceeded(exceeded)
    this.#abort.abort(exceeded)
  }

  /** Asks a person to let the turn continue past a budget; otherwise the turn ends. */
  async #extended(exceeded: Exceeded, asking?: () => void): Promise<boolean> {
    asking?.()
    if (await this.#askToExtend(exceeded)) return true
    // The turn was parked or stopped while the question was open: it is not over its budget, it just no longer runs here.
    if (!this.signal.aborted) this.#end(exceeded)
    return false
  }

  /** One question for each budget, however many levels ran into it at once. */
  #askToExtend(exceeded: Exceeded): Promise<boolean> {
    const { extend, events } = this.parts
    if (!extend || this.signal.aborted) return Promise.resolve(false)
    const asking = this.#asked.get(exceeded.reason)
    if (asking) return asking
    const by = extensionOf(this.limits, exceeded)
    const answer = this.tracker
      .wait(() => {
        const tell = () => events.budgetExceeded(exceeded)
        return unlessAborted(this.signal, extend({ ...exceeded, adds: by }, this.signal, tell))
      })
      .catch((cause: unknown) => {
        if (this.signal.aborted) return false
        throw cause
      })
    const question = answer.then(async (yes) => {
      if (yes) {
        this.budget.extend(exceeded.reason, by)
        const note = `[A limit of this turn was used up: ${budgetWords(exceeded.reason, exceeded.limit)}. The person lets it continue. Left now: ${this.left()}.]`
        await this.write({ kind: 'extension', parentId: null, reason: exceeded.reason, by, told: note })
        this.#untold.push(note)
      }
      this.#asked.delete(exceeded.reason)
      return yes
    })
    this.#asked.set(exceeded.reason, question)
    return question
  }

  /** Usage of the whole tree so far. One unknown price makes the sum unknown. */
  get usage(): Usage {
    const tokens = { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens }
    return this.#costIsKnown ? { ...tokens, costUsd: this.#knownCost } : tokens
  }

  #count(usage: Usage): void {
    const cost = usage.costUsd ?? null
    this.#inputTokens += usage.inputTokens
    this.#outputTokens += usage.outputTokens
    if (cost === null) this.#costIsKnown = false
    else this.#knownCost += cost
  }
}

/** The budgets that all levels share, which the model reads about. */
const LEFT: readonly BudgetName[] = ['llm_calls', 'tool_calls', 'subtasks', 'wall_clock', 'writes', 'cost']

/** The longest delay of a timer, in milliseconds. */
const LONGEST_TIMER = 2_000_000_000

/** Name of the tool whose calls are charged as subtasks. */
export const RUN_SUBTASK = 'run_subtask'

function spentIn(journal: readonly JournalEntry[]): Spent {
  const calls = journal
    .filter((entry): entry is ModelEntry => entry.kind === 'model')
    .flatMap((entry) => entry.calls)
  return {
    modelCalls: journal.filter((entry) => entry.kind !== 'extension').length,
    toolCalls: calls.length,
    subtasks: calls.filter((call) => call.name === RUN_SUBTASK).length,
    // The journal does not record which calls changed something: `countWrites` asks the store.
    writes: 0,
  }
}

function workedIn(journal: readonly JournalEntry[]): number {
  return Math.max(0, ...journal.map((entry) => (entry.kind === 'extension' ? 0 : entry.worked)))
}

/** The same amount again, as often as needed to cover the measured value. */
function extensionOf(limits: Limits, { reason, limit, observed }: Exceeded): number {
  const original = originalLimit(limits, reason)
  return original * Math.ceil((observed - limit) / original)
}

function originalLimit(limits: Limits, name: BudgetName): number {
  switch (name) {
    case 'subtasks':
      return limits.subtasks
    case 'llm_calls':
      return limits.modelCalls
    case 'tool_calls':
      return limits.toolCalls
    case 'wall_clock':
      return limits.wallClock
    case 'writes':
      return limits.writes ?? 0
    case 'cost':
      return limits.cost ?? 0
    case 'tokens':
      return limits.historyTokens
    case 'bytes':
      return limits.answerBytes
    case 'iterations':
      return limits.iterations
  }
}

/** The share of a model's window for the history; the rest is for instructions, tools and the answer. */
const WINDOW_SHARE = 0.75

function withinWindow({ limits, provider }: TurnParts): Limits {
  const window = provider.capabilities?.contextWindow ?? null
  if (window === null) return limits
  return { ...limits, historyTokens: Math.min(limits.historyTokens, Math.floor(window * WINDOW_SHARE)) }
}
