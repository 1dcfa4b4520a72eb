import { LENGTHS } from '../index/postings.ts'
import type { TermPostings } from '../index/read-index.ts'

/** A search term and its weight. */
export interface WeightedTerm {
  readonly postings: TermPostings
  readonly weight: number
}

export interface Scored {
  readonly slot: number
  readonly score: number
}

const K1 = 1.5
const B = 0.75

/**
 * The best passages by BM25, with every match scored. Terms are added in the given order and ties go to the lower slot, so that the same
 * passages have the same rank wherever the index stores them.
 */
export function bestOf(
  terms: readonly WeightedTerm[],
  collection: { readonly passages: number; readonly mean: number; readonly slots: number },
  { most, only }: { readonly most: number; readonly only?: ReadonlySet<number> | undefined },
): readonly Scored[] {
  const scores = new Float64Array(collection.slots)
  for (const { postings, weight } of terms) {
    const { slots, counts, lengths } = postings
    const factor = weight * rarity(slots.length, collection.passages) * (K1 + 1)
    const shares = LENGTHS.map((length) => K1 * (1 - B + (B * length) / collection.mean))
    for (let at = 0; at < slots.length; at += 1) {
      const count = counts[at] ?? 0
      const slot = slots[at] ?? 0
      scores[slot] = (scores[slot] ?? 0) + (factor * count) / (count + (shares[lengths[at] ?? 0] ?? 0))
    }
  }
  if (only !== undefined)
    for (let slot = 0; slot < scores.length; slot += 1) if (!only.has(slot)) scores[slot] = 0
  return highest(scores, most)
}

function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** The highest scores, best first. */
function highest(scores: Float64Array, most: number): readonly Scored[] {
  // A heap whose root is the worst of the best.
  const heap: Scored[] = []
  for (let slot = 0; slot < scores.length; slot += 1) {
    const score = scores[slot] ?? 0
    if (score <= 0) continue
    if (heap.length < most) {
      heap.push({ slot, score })
      if (heap.length === most) heap.sort((a, b) => a.score - b.score || b.slot - a.slot)
    } else if (score > (heap[0]?.score ?? 0)) {
      heap[0] = { slot, score }
      sink(heap)
    }
  }
  return heap.toSorted((a, b) => b.score - a.score || a.slot - b.slot)
}

function sink(heap: Scored[]): void {
  const worse = (a: Scored | undefined, b: Scored | undefined) =>
    a !== undefined && (b === undefined || a.score < b.score || (a.score === b.score && a.slot > b.slot))
  for (let at = 0; ;) {
    const left = heap[2 * at + 1]
    const right = heap[2 * at + 2]
    const next = worse(right, left) ? 2 * at + 2 : 2 * at + 1
    const child = heap[next]
    const here = heap[at]
    if (child === undefined || here === undefined || !worse(child, here)) return
    heap[at] = child
    heap[next] = here
    at = next
  }
}
