import type { Stems } from './stems.ts'
import { tokensOf, type Token } from './tokens.ts'

/** The terms of a passage with their counts, as the index has them. */
export interface Terms {
  readonly counts: ReadonlyMap<string, number>
  /** Sum of the counts: how long the passage is. */
  readonly length: number
}

/** A term and its position in a text. */
export interface PlacedTerm {
  readonly term: string
  readonly token: Token
}

export interface PassageText {
  readonly text: string
  /** Title and headings: their words have double weight. */
  readonly above: string
  /** `english`; `simple`: words are not stemmed. */
  readonly language: string
}

/** The weight of a word in a title or heading. */
const ABOVE = 2

/** The terms of many passages of one language, with at most one query to the database. */
export async function termsOf(
  stems: Stems,
  passages: readonly Omit<PassageText, 'language'>[],
  language: string,
): Promise<readonly Terms[]> {
  const cut = passages.map(({ text, above }) => ({ body: tokensOf(text), above: tokensOf(above) }))
  const known = await stems.of(plainWords(cut.flatMap(({ body, above }) => [...body, ...above])), language)
  return cut.map(({ body, above }) => {
    const counts = new Map<string, number>()
    let length = 0
    const add = (token: Token, by: number) => {
      const term = termOf(token, known)
      if (term === null) return
      counts.set(term, (counts.get(term) ?? 0) + by)
      length += by
    }
    for (const token of body) add(token, 1)
    for (const token of above) add(token, ABOVE)
    return { counts, length }
  })
}

/** The terms of a text with their positions. */
export async function placedTerms(
  stems: Stems,
  text: string,
  language: string,
): Promise<readonly PlacedTerm[]> {
  const tokens = tokensOf(text)
  const known = await stems.of(plainWords(tokens), language)
  return tokens.flatMap((token) => {
    const term = termOf(token, known)
    return term === null ? [] : [{ term, token }]
  })
}

/** The terms of a question, in every language of its collections. The first form of a word is the one that people see. */
export async function questionTerms(
  stems: Stems,
  question: string,
  languages: readonly string[],
): Promise<ReadonlyMap<string, { readonly word: string; readonly times: number }>> {
  const terms = new Map<string, { readonly word: string; readonly times: number }>()
  for (const language of languages) {
    const times = new Map<string, number>()
    for (const { term, token } of await placedTerms(stems, question, language)) {
      times.set(term, (times.get(term) ?? 0) + 1)
      if (!terms.has(term)) terms.set(term, { word: question.slice(token.start, token.end), times: 0 })
    }
    for (const [term, count] of times) {
      const known = terms.get(term)
      if (known !== undefined) terms.set(term, { ...known, times: Math.max(known.times, count) })
    }
  }
  return terms
}

function plainWords(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(tokens.flatMap(({ word, exact }) => (exact ? [] : [word])))
}

function termOf({ word, exact }: Token, known: ReadonlyMap<string, string | null>): string | null {
  return exact ? word : (known.get(word) ?? (known.has(word) ? null : word))
}
