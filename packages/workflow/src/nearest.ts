/** Up to five suggestions for a mistyped name, nearest first. */
export function nearestNames(typed: string, names: Iterable<string>, most = 5): string[] {
  const wanted = typed.slice(0, 60).toLowerCase()
  const scored = [...names].map((name) => [distance(wanted, name.toLowerCase()), name] as const)
  return scored
    .filter(([far, name]) => far <= Math.max(3, Math.floor(name.length / 2)))
    .sort(([a, one], [b, two]) => a - b || (one < two ? -1 : 1))
    .slice(0, most)
    .map(([, name]) => name)
}

/** Edit distance; a substring of the name is treated as near. */
function distance(from: string, to: string): number {
  if (from.length > 2 && (to.includes(from) || from.includes(to))) return 1
  let row = Array.from({ length: to.length + 1 }, (_cell, index) => index)
  for (let above = 0; above < from.length; above += 1) {
    const next = [above + 1]
    for (let index = 0; index < to.length; index += 1) {
      const replaced = (row[index] ?? 0) + (from[above] === to[index] ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
