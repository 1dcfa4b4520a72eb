import { rejected } from './awaitable.ts'

/** What waits for a signal, by signal. */
const waiting = new WeakMap<AbortSignal, Waiters>()

/** Calls back once when the signal aborts, unless taken back with what it returns. A signal that has aborted already calls nobody. */
export function onAbort(signal: AbortSignal, react: () => void): Waiter {
  const waiter = new Reaction(react)
  waiter.waitFor(signal)
  return waiter
}

/**
 * Someone who waits for a signal to abort. However many wait, the signal has one listener: a turn has one signal and thousands of calls.
 * Waiters are their own list, for they come and go in any order, and each of them twice.
 */
export abstract class Waiter {
  before: Waiter | undefined
  after: Waiter | undefined
  #list: Waiters | undefined

  /** The signal has aborted. Called once, unless it does not wait any more. Does not throw: others wait to be told. */
  abstract aborted(): void

  waitFor(signal: AbortSignal): void {
    this.#list = waiting.get(signal) ?? listenTo(signal)
    this.#list.add(this)
  }

  /** Does not wait any more. */
  leave(): void {
    this.#list?.remove(this)
    this.#list = undefined
  }

  /** Tells it, if it still waits: it may have left because another was told. */
  tell(): void {
    if (this.#list === undefined) return
    this.leave()
    this.aborted()
  }
}

/** Once a signal has aborted: fails, and what was waited for goes on alone. */
export function unlessAborted<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  return new Promise((settle, fail) => {
    const stop = () => settle(rejected(signal.reason))
    const waiter = onAbort(signal, stop)
    const stay = () => waiter.leave()
    waited.then(stay, stay)
    waited.then(settle, fail)
    if (signal.aborted) stop()
  })
}

class Reaction extends Waiter {
  readonly aborted: () => void

  constructor(react: () => void) {
    super()
    this.aborted = react
  }
}

function listenTo(signal: AbortSignal): Waiters {
  const waiters = new Waiters()
  waiting.set(signal, waiters)
  signal.addEventListener('abort', () => waiters.callAll(), { once: true })
  return waiters
}

class Waiters {
  #first: Waiter | undefined

  add(waiter: Waiter): void {
    waiter.after = this.#first
    if (this.#first) this.#first.before = waiter
    this.#first = waiter
  }

  remove(waiter: Waiter): void {
    const { before, after } = waiter
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    // Whoever is kept alive after it left does not keep those who stood beside it.
    waiter.before = undefined
    waiter.after = undefined
  }

  /** In the order in which they came. */
  callAll(): void {
    const all: Waiter[] = []
    for (let waiter = this.#first; waiter !== undefined; waiter = waiter.after) all.push(waiter)
    for (const waiter of all.reverse()) waiter.tell()
  }
}
