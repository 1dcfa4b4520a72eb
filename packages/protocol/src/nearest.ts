/** The name that a typo most likely means: the one with the fewest edits. */
export function nearest<const Name extends string>(typed: string, names: readonly [Name, ...Name[]]): Name {
  const letters = typed.slice(0, LONGEST).toLowerCase()
  return names.reduce((best, name) =>
    changes(letters, name.toLowerCase()) < changes(letters, best.toLowerCase()) ? name : best,
  )
}

/** Characters that are compared. */
const LONGEST = 60

/** The number of insertions, deletions and replacements (Levenshtein). */
function changes(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_cell, index) => index)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (const [index, other] of [...to].entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
