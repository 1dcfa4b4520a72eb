/**
 * Who is told how something ended: once, by one of the two. For places that are passed so often that a promise on every floor would be
 * felt. Neither throws.
 */
export interface Ending<T> {
  ended(value: T): void
  failed(cause: unknown): void
}

/** What is told an ending, as a promise. */
export function promised<T>(begin: (ending: Ending<T>) => void): Promise<T> {
  return new Promise((ended, failed) => begin({ ended, failed }))
}

/** Tells how a promise ends. */
export function tell<T>(promise: Promise<T>, ending: Ending<T>): void {
  promise.then(
    (value) => ending.ended(value),
    (cause: unknown) => ending.failed(cause),
  )
}

/** For work that tells its ending itself: it does not, where it throws. */
export function tellFailure(work: Promise<void>, ending: Pick<Ending<never>, 'failed'>): void {
  work.catch((cause: unknown) => ending.failed(cause))
}
