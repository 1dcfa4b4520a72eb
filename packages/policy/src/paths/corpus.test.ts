import { describe, expect, test } from 'vitest'
import { compilePathPattern } from './pattern.ts'
import { pathSubjects } from './subjects.ts'
import { isRight, readCorpus } from './testing/corpus.ts'
import { callOf, referenceRules, referenceVerdict } from './testing/reference.ts'

describe('the corpus of paths', () => {
  const compiles = (pattern: string): boolean => compilePathPattern(pattern).ok
  test.each(readCorpus('paths').map((row) => [row.id, row.class, row.why, row] as const))(
    '%s %s: %s',
    (_id, _class, _why, row) => {
      const call = callOf(row)
      const answer = referenceVerdict(call, pathSubjects(call), referenceRules(row, compiles), row.mode)
      expect(isRight(row, answer) ? row.expect : answer).toBe(row.expect)
    },
  )
})
