/** What waits for a signal, by signal. */
const waiting = new WeakMap<AbortSignal, Waiters>()

/**
 * Calls back once when the signal aborts, unless taken back with what it returns. However many wait, the signal has one listener: a turn
 * has one signal and thousands of calls. A signal that has aborted already calls nobody.
 */
export function onAbort(signal: AbortSignal, react: () => void): Waiter {
  const waiters = waiting.get(signal) ?? listenTo(signal)
  return waiters.add(react)
}

/** Someone who waits. */
export interface Waiter {
  /** Does not wait any more. */
  leave(): void
}

function listenTo(signal: AbortSignal): Waiters {
  const waiters = new Waiters()
  waiting.set(signal, waiters)
  signal.addEventListener('abort', () => waiters.callAll(), { once: true })
  return waiters
}

/** Linked, for calls come and go in any order, and each of them twice. */
class Waiters {
  #first: Link | undefined

  add(react: () => void): Link {
    const link = new Link(this, react, this.#first)
    if (this.#first) this.#first.before = link
    this.#first = link
    return link
  }

  remove({ before, after }: Link): void {
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
  }

  /** In the order in which they came. */
  callAll(): void {
    const all: Link[] = []
    for (let link = this.#first; link !== undefined; link = link.after) all.push(link)
    for (const link of all.reverse()) {
      link.leave()
      link.react()
    }
  }
}

class Link implements Waiter {
  readonly react: () => void
  before: Link | undefined
  after: Link | undefined
  #list: Waiters | undefined

  constructor(list: Waiters, react: () => void, after: Link | undefined) {
    this.#list = list
    this.react = react
    this.after = after
  }

  leave(): void {
    this.#list?.remove(this)
    this.#list = undefined
  }
}
