/** A list of slots, best first, and its weight. */
export interface RankedList {
  readonly slots: readonly number[]
  readonly weight: number
}

/** The constant of reciprocal rank fusion: the larger, the less the first places stand out. */
const K = 60
/** The first passage by words stays among this many, whatever vectors say. */
const KEPT = 3
/** The weight of vectors relative to words. */
export const WEIGHTS = { encoder: 1, static: 0.3 } as const

/** Fuses several lists by reciprocal rank. The first passage of the first list stays among the first three. */
export function fuse(words: readonly number[], others: readonly RankedList[]): readonly number[] {
  if (others.every(({ slots }) => slots.length === 0)) return words
  const scores = new Map<number, number>()
  for (const { slots, weight } of [{ slots: words, weight: 1 }, ...others])
    for (const [index, slot] of slots.entries())
      scores.set(slot, (scores.get(slot) ?? 0) + weight / (K + index + 1))
  const fused = [...scores].toSorted(([a, x], [b, y]) => y - x || a - b).map(([slot]) => slot)
  const [first] = words
  if (first === undefined || fused.indexOf(first) < KEPT) return fused
  const rest = fused.filter((slot) => slot !== first)
  return [...rest.slice(0, KEPT - 1), first, ...rest.slice(KEPT - 1)]
}
