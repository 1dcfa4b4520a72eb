/** What is there at once where that is possible, and a promise where it is not. Whoever only awaits it need not know. */
export type Awaitable<T> = T | Promise<T>

/** For places that are passed so often that waiting for what is there already would be felt. */
export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return value instanceof Promise
}

/** A promise that fails as something thrown did. */
export async function rejected(cause: unknown): Promise<never> {
  throw cause
}
