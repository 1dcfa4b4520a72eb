/**
 * Runs `work` once for all callers that are waiting when it starts. A caller never gets a result that was begun before it asked, so this
 * suits work that must see the present, such as reading the process table.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  const start = (): Promise<T> => {
    next = undefined
    const result = work()
    running = result.catch(() => undefined)
    return result
  }
  return () => (next ??= running.then(start))
}
