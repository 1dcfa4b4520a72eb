/**
 * Runs the work for each item in turn, even if earlier ones failed; rejects at the end with the first failure. For jobs over many rows: one bad
 * row must not block the others. Several calls may share an iterator: each takes the next item that is left.
 */
export async function oneByOne<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  let first: { readonly cause: unknown } | undefined
  for (const item of items) {
    try {
      await work(item)
    } catch (cause) {
      first ??= { cause }
    }
  }
  if (first !== undefined) throw first.cause
}
