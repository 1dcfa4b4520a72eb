import { describe, expect, test } from 'vitest'
import { readCase } from '../case.ts'
import { caseDecider } from '../decide-case.ts'
import { isRight, readCorpus } from './testing/corpus.ts'
import { judge } from './testing/judge.ts'

describe.each([
  ['paths', 'own-paths'],
  ['urls', 'own-urls'],
] as const)('the corpus of %s', (given, own) => {
  const decider = caseDecider()
  test.each(
    [...readCorpus(given), ...readCorpus(own)].map((row) => [row.id, row.class, row.why, row] as const),
  )('%s %s: %s', (_id, _class, _why, row) => {
    const read = readCase(row)
    if (!read.ok) throw new Error(read.error.message)
    const answer = decider.verdict(read.value)
    expect(isRight(row, answer) ? row.expect : answer).toBe(row.expect)
    // A slow and obvious second opinion on the order of judgement.
    expect(judge(row)).toBe(answer)
  })
})
