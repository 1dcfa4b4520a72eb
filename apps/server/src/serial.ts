/** Runs asynchronous work one after the other, in the order in which it was asked for. A failure does not stop the next. */
export type Serial = <T>(work: () => Promise<T>) => Promise<T>

export function serial(): Serial {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
