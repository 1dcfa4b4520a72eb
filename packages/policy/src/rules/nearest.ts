/** The most similar name: fewest edits, at most a third of the letters; none if all are too different. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.min(3, Math.floor(name.length / 3)))
  let best: string | undefined
  let bestDistance = most + 1
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > most || name.length > MAX_NAME) continue
    const found = distance(name.toLowerCase(), candidate.toLowerCase())
    if (found < bestDistance) {
      best = candidate
      bestDistance = found
    }
  }
  return best
}

const MAX_NAME = 200

/** The number of insertions, deletions, replacements and swaps of neighbours between two texts. */
function distance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
