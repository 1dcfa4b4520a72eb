import type { DataSet } from './data-sets.ts'

export interface Score {
  readonly ndcg10: number
  readonly recall100: number
  readonly top1: number
  /** Median milliseconds per question. */
  readonly ms: number
}

/** Returns the ids of documents, best first, at most 100. */
export type Ask = (question: string) => Promise<readonly string[]> | readonly string[]

export async function scoreOf({ questions, grades }: DataSet, ask: Ask): Promise<Score> {
  const sums = { ndcg10: 0, recall100: 0, top1: 0 }
  const times: number[] = []
  let asked = 0
  for (const { id, text } of questions) {
    const wanted = grades.get(id)
    if (wanted === undefined) continue
    asked += 1
    const began = performance.now()
    const found = await ask(text)
    times.push(performance.now() - began)
    const ideal = gain([...wanted.values()].toSorted((a, b) => b - a).slice(0, 10))
    sums.ndcg10 += gain(found.slice(0, 10).map((document) => wanted.get(document) ?? 0)) / ideal
    sums.recall100 += found.slice(0, 100).filter((document) => wanted.has(document)).length / wanted.size
    sums.top1 += found[0] !== undefined && wanted.has(found[0]) ? 1 : 0
  }
  return {
    ndcg10: sums.ndcg10 / asked,
    recall100: sums.recall100 / asked,
    top1: sums.top1 / asked,
    ms: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
  }
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
}
