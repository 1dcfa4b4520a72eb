import type { Decision, Place, Specifier, ToolFacts } from '@countersign/policy'
import type { Awaitable } from '../awaitable.ts'
import type { Call } from '../call.ts'
import type { Answered, Grounds, RunContext, Tool } from '../toolbelt/tool.ts'
import { groundsOf, judging, type Judged } from './judge.ts'
import type { GateParts, Passenger, Road } from './parts.ts'

/** What a call was let run by. */
export interface LetRun extends Judged {
  readonly byPerson?: boolean
}

/** What a running tool gets, made as it asks for it: few tools want much of it. Functions can be taken out of it. */
export class GateContext implements RunContext {
  readonly call: Call
  readonly place: Place
  readonly signal: AbortSignal
  readonly #parts: GateParts
  readonly #passenger: Passenger
  readonly #road: Road
  readonly #by: LetRun

  constructor(parts: GateParts, passenger: Passenger, road: Road, by: LetRun) {
    this.call = passenger.call
    this.place = passenger.place
    this.signal = road.signal
    this.#parts = parts
    this.#passenger = passenger
    this.#road = road
    this.#by = by
  }

  get grounds(): Grounds {
    const { decision, policy, byPerson = false } = this.#by
    return groundsOf(decision, policy, { byPerson })
  }

  get output(): (text: string) => void {
    return (text) => this.#road.output?.(text)
  }

  get ask(): (question: Tool, input: unknown) => Promise<Answered> {
    return (question, input) => this.#road.ask?.(question, input) ?? NOBODY
  }

  get judging(): (as?: ToolFacts) => Promise<(specifier: Specifier) => Decision> {
    return (as) => judging(this.#parts, this.#passenger, as)
  }

  get mayAct(): () => Awaitable<boolean> {
    return () => !this.signal.aborted && (this.#road.mayAct?.() ?? true)
  }
}

const NOBODY = Promise.resolve<Answered>({ allowed: false, answered: false, words: '' })
