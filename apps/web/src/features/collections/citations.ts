import type { CitationView } from '@countersign/protocol'

/** Numbers of the cited passages, in order of citation. */
export function numbered(citations: readonly CitationView[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const { id, state } of citations)
    if (state !== 'unknown' && state !== 'removed' && !numbers.has(id)) numbers.set(id, numbers.size + 1)
  return numbers
}

/** Characters before a citation that distinguish it from another one of the same passage. */
const TAIL = 24

/** The citation with this id after these words: one passage may be cited several times, with different quotes. */
export function citationAt(
  citations: readonly CitationView[],
  { name, before, text }: { readonly name: string; readonly before: string; readonly text: string },
): CitationView | undefined {
  const named = citations.filter(({ id }) => id === name)
  if (named.length < 2) return named[0]
  const scored = named.map((citation) => ({
    citation,
    common: commonTail(text.slice(0, citation.at - 1), before),
  }))
  return scored.toSorted((a, b) => b.common - a.common)[0]?.citation
}

function commonTail(a: string, b: string): number {
  let n = 0
  while (n < TAIL && n < a.length && n < b.length && a.at(-1 - n) === b.at(-1 - n)) n += 1
  return n
}
