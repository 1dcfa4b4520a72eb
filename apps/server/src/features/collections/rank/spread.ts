import { MOST } from '../chunks/passages.ts'
import { tokensOf } from '../words/tokens.ts'
import type { FoundPassage } from './found-passages.ts'

/** A passage of an answer: possibly joined with its neighbours, with other places of the same text. */
export interface SpreadPassage extends FoundPassage {
  /** Other documents with nearly the same words. */
  readonly also: readonly string[]
}

/** Maximum number of passages of one document, unless one is named. */
const OF_ONE = 3
/** Passages with at least this share of common words are copies. */
const COPY = 0.9
/** How many times the limit is considered as candidates. */
export const CANDIDATES = 6

/**
 * Spreads an answer over documents: neighbours that fit into one passage are joined, no document takes more than a few places, near copies
 * are shown once with the other places named.
 */
export function spread(
  ranked: readonly FoundPassage[],
  { limit, named }: { readonly limit: number; readonly named: boolean },
): readonly SpreadPassage[] {
  const chosen: (SpreadPassage & { readonly last: number; readonly words: ReadonlySet<string> })[] = []
  for (const passage of ranked) {
    const words = new Set(tokensOf(passage.text).map(({ word }) => word))
    const copy = chosen.findIndex((one) => isCopy(one, passage, words))
    const original = chosen[copy]
    if (original !== undefined) {
      const other = passage.document.name
      if (!original.also.includes(other) && original.document.key !== passage.document.key)
        chosen[copy] = { ...original, also: [...original.also, other] }
      continue
    }
    const beside = chosen.findIndex((one) => fitsTogether(one, passage))
    const neighbour = chosen[beside]
    if (neighbour !== undefined) {
      chosen[beside] = { ...joined(neighbour, passage), words: neighbour.words }
      continue
    }
    if (chosen.length >= limit) continue
    if (!named && chosen.filter((one) => one.document.key === passage.document.key).length >= OF_ONE) continue
    chosen.push({ ...passage, also: [], last: passage.ordinal, words })
  }
  return chosen.map(({ last: _last, words: _words, ...passage }) => passage)
}

function isCopy(
  one: { readonly words: ReadonlySet<string>; readonly document: { readonly key: number } },
  { document }: FoundPassage,
  words: ReadonlySet<string>,
): boolean {
  if (one.document.key === document.key || words.size < 8) return false
  let common = 0
  for (const word of words) if (one.words.has(word)) common += 1
  return common / (one.words.size + words.size - common) >= COPY
}

interface Stretch extends FoundPassage {
  readonly last: number
}

function fitsTogether(one: Stretch, { document, ordinal, heading, text }: FoundPassage): boolean {
  return (
    one.document.key === document.key &&
    one.heading === heading &&
    (ordinal === one.last + 1 || ordinal === one.ordinal - 1) &&
    one.text.length + text.length + 2 <= MOST
  )
}

/** The better one keeps its id; the text follows the order of the document. */
function joined<One extends Stretch & SpreadPassage>(one: One, other: FoundPassage): One {
  const after = other.ordinal > one.last
  return {
    ...one,
    text: after ? `${one.text}\n\n${other.text}` : `${other.text}\n\n${one.text}`,
    ordinal: Math.min(one.ordinal, other.ordinal),
    last: Math.max(one.last, other.ordinal),
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
  }
}
