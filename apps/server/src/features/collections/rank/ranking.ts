import type { Trx } from '../../../store/sql/database.ts'
import type { Terms } from '../words/terms.ts'
import { bestOf, type Scored } from './bm25.ts'
import { countedTerms, readTerms, type Space, type TermPostings } from '../index/read-index.ts'

/** Query expansion: how many passages provide words, how many words, and their weight. */
const TEACHERS = 3
const TAUGHT = 20
const TAUGHT_WEIGHT = 0.5
/** A word that occurs in a larger fraction of passages is not used. */
const COMMON = 0.1
/** Candidates whose counts are looked up. */
const CANDIDATES = 120
/** Maximum number of postings per question; beyond it the most common words are dropped. */
const MOST_POSTINGS = 2_000_000

/** A ranking of passages, and how it was computed. */
export interface Ranking {
  /** Slots, best first. */
  readonly slots: readonly number[]
  /** Terms of the question that the index has. */
  readonly found: readonly string[]
  readonly taught: readonly string[]
  /** Terms that were dropped because they are too common. */
  readonly left: readonly string[]
}

export interface RankWish {
  readonly question: ReadonlyMap<string, { readonly times: number }>
  readonly most: number
  /** Only these slots, of one document. */
  readonly only?: ReadonlySet<number> | undefined
  /** Drops withheld passages, in order, and returns the terms of the first ones. */
  readable(slots: readonly number[], most: number): Promise<readonly number[]>
  termsAt(slots: readonly number[]): Promise<readonly Terms[]>
  /** False: only BM25. */
  readonly teach?: boolean
}

/**
 * Ranks passages by BM25; the first ones provide further words, and a second query ranks all by both. The first ones stay first, so that
 * expansion never costs the top result. Withheld passages provide nothing.
 */
export async function rank(trx: Trx, space: Space, wish: RankWish): Promise<Ranking> {
  const wanted = [...wish.question.keys()]
  const { terms, left } = await affordable(trx, space, wanted)
  const read = await readTerms(trx, space, terms)
  const asked = terms.flatMap((term) => {
    const postings = read.get(term)
    return postings === undefined || postings.slots.length === 0
      ? []
      : [{ term, postings, times: wish.question.get(term)?.times ?? 1 }]
  })
  const found = asked.map(({ term }) => term)
  const first = bestOf(
    asked.map(({ postings, times }) => ({ postings, weight: times })),
    space,
    wish,
  )
  const allowed = await wish.readable(slotsOf(first), TEACHERS)
  const teachers = allowed.slice(0, TEACHERS)
  if (wish.teach === false || teachers.length === 0) return { slots: slotsOf(first), found, taught: [], left }
  const shares = sharesOf(await teachersOf(wish, first, teachers))
  const taught = await taughtBy(trx, space, { shares, known: new Set(wanted) })
  if (taught.length === 0) return { slots: slotsOf(first), found, taught: [], left }
  const times = asked.reduce((sum, one) => sum + one.times, 0)
  // Words of the question that the first passages use often gain weight too.
  const share =
    taught.reduce((sum, one) => sum + one.share, 0) +
    asked.reduce((sum, { term }) => sum + (shares.get(term) ?? 0), 0)
  const gain = (own: number) => (TAUGHT_WEIGHT * own) / share
  const second = bestOf(
    [
      ...asked.map((one) => ({
        postings: one.postings,
        weight: ((1 - TAUGHT_WEIGHT) * one.times) / times + gain(shares.get(one.term) ?? 0),
      })),
      ...taught.map((one) => ({ postings: one.postings, weight: gain(one.share) })),
    ],
    space,
    wish,
  )
  const kept = new Set(teachers)
  return {
    slots: [...teachers, ...slotsOf(second).filter((slot) => !kept.has(slot))],
    found,
    taught: taught.map(({ postings }) => postings.term),
    left,
  }
}

function slotsOf(scored: readonly Scored[]): readonly number[] {
  return scored.map(({ slot }) => slot)
}

/** Drops the most common terms if all of them would be too much to read. */
async function affordable(trx: Trx, space: Space, terms: readonly string[]) {
  const counted = await countedTerms(trx, space, terms)
  const left: string[] = []
  let total = [...counted.values()].reduce((sum, n) => sum + n, 0)
  for (const [term, n] of [...counted].toSorted(([, a], [, b]) => b - a)) {
    if (total <= MOST_POSTINGS) break
    left.push(term)
    total -= n
  }
  return { terms: terms.filter((term) => counted.has(term) && !left.includes(term)), left }
}

interface Teacher {
  readonly terms: Terms
  readonly score: number
}

async function teachersOf(
  wish: RankWish,
  first: readonly Scored[],
  slots: readonly number[],
): Promise<readonly Teacher[]> {
  const terms = await wish.termsAt(slots)
  const scores = new Map(first.map(({ slot, score }) => [slot, score]))
  return slots.flatMap((slot, index) => {
    const own = terms[index]
    return own === undefined ? [] : [{ terms: own, score: scores.get(slot) ?? 0 }]
  })
}

interface TaughtTerm {
  readonly postings: TermPostings
  readonly share: number
}

/** The share of each word in the first passages, by their scores. */
function sharesOf(teachers: readonly Teacher[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  const total = teachers.reduce((sum, { score }) => sum + score, 0)
  for (const { terms, score } of teachers)
    for (const [term, count] of terms.counts)
      shares.set(term, (shares.get(term) ?? 0) + ((count / Math.max(1, terms.length)) * score) / total)
  return shares
}

/** The most frequent words of the first passages, without those of the question and those that too many passages have. */
async function taughtBy(
  trx: Trx,
  space: Space,
  { shares, known }: { readonly shares: ReadonlyMap<string, number>; readonly known: ReadonlySet<string> },
): Promise<readonly TaughtTerm[]> {
  const candidates = [...shares]
    .filter(([term]) => !known.has(term) && term.length > 1)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, CANDIDATES)
    .map(([term]) => term)
  const bound = space.passages * COMMON
  const counted = await countedTerms(trx, space, candidates)
  // Clearly too common words are not read; for the rest the exact count decides, so that no merge changes the choice.
  const rare = candidates.filter((term) => (counted.get(term) ?? 0) <= bound + space.removed.size)
  const taught: TaughtTerm[] = []
  for (let at = 0; at < rare.length && taught.length < TAUGHT; at += TAUGHT) {
    const some = rare.slice(at, at + TAUGHT)
    const read = await readTerms(trx, space, some)
    for (const term of some) {
      const postings = read.get(term)
      if (postings === undefined || postings.slots.length === 0 || postings.slots.length > bound) continue
      if (taught.length < TAUGHT) taught.push({ postings, share: shares.get(term) ?? 0 })
    }
  }
  return taught
}
