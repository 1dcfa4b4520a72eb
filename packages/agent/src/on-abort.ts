/** What waits for a signal, by signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back once when the signal aborts, unless taken back with what it returns. However many wait, the signal has one listener: a turn
 * has one signal and thousands of calls. A signal that has aborted already calls nobody.
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  const reactions = waiting.get(signal) ?? listenTo(signal)
  reactions.add(react)
  return () => {
    reactions.delete(react)
  }
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const reactions = new Set<() => void>()
  waiting.set(signal, reactions)
  const call = () => {
    const all = [...reactions]
    reactions.clear()
    for (const react of all) react()
  }
  signal.addEventListener('abort', call, { once: true })
  return reactions
}
