/** Reactions to the abort of each signal. A turn has one signal and thousands of calls, so a signal gets one listener for all of them. */
const reactions = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `react` once when the signal aborts; reactions run in the order in which they were registered. Returns a function that unregisters
 * it. A signal that has already aborted calls nothing.
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  const registered = reactions.get(signal) ?? listenTo(signal)
  // A separate function, so that one `react` can be registered twice.
  const reaction = () => react()
  registered.add(reaction)
  return () => void registered.delete(reaction)
}

/** Waits for a promise, but rejects as soon as the signal aborts. The work behind the promise continues. */
export function unlessAborted<T>(signal: AbortSignal, waited: Promise<T>): Promise<T> {
  return settledBy(waited, signal, (settle) => settle(rejectAborted(signal)))
}

/** Settles like the promise or, if the signal aborts first, as `aborted` says. */
export function settledBy<T>(
  waited: Promise<T>,
  signal: AbortSignal,
  aborted: (settle: (value: T | Promise<T>) => void) => void,
): Promise<T> {
  return new Promise((settle) => {
    const stop = () => aborted(settle)
    const unregister = onAbort(signal, stop)
    waited.then(
      (value) => {
        unregister()
        settle(value)
      },
      () => {
        unregister()
        settle(waited)
      },
    )
    if (signal.aborted) stop()
  })
}

async function rejectAborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  throw new Error('the signal has not aborted')
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const registered = new Set<() => void>()
  reactions.set(signal, registered)
  const reactAll = () => {
    for (const reaction of registered) {
      registered.delete(reaction)
      reaction()
    }
  }
  signal.addEventListener('abort', reactAll, { once: true })
  return registered
}
