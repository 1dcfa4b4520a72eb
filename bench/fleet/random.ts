/** Reproducible random numbers: the same sequence for the same seed (mulberry32). */
export interface Chance {
  (): number
  /** An integer below `limit`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T | undefined
  between(low: number, high: number): number
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return Object.assign(next, {
    below,
    pick: <T>(from: readonly T[]): T | undefined => from[below(from.length)],
    between: (low: number, high: number): number => low + next() * (high - low),
  })
}

/** A stable hash of a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}
