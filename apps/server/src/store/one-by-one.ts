/**
 * Does it for each, one after the other, whatever becomes of those before; fails in the end as the first that failed did. For what looks after
 * many: a row that cannot be changed keeps nobody else waiting.
 */
export async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
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
