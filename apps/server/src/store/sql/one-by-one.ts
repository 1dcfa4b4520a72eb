/**
 * Runs the work for each item in turn, even if earlier ones failed; rejects at the end with the first failure. For jobs over many rows: one bad
 * row must not block the others.
 An iterator
 * may be shared, so that several take from it at once.
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
