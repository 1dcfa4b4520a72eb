import { describe, expect, test } from 'vitest'
import { isRight, readCorpus } from '../paths/testing/corpus.ts'
import { callOf, referenceRules, referenceVerdict } from '../paths/testing/reference.ts'
import { compileUrlPattern } from './pattern.ts'
import { urlSubjects } from './subjects.ts'

describe('the corpus of URLs', () => {
  const compiles = (pattern: string): boolean => compileUrlPattern(pattern).ok
  test.each(readCorpus('urls').map((row) => [row.id, row.class, row.why, row] as const))(
    '%s %s: %s',
    (_id, _class, _why, row) => {
      const call = callOf(row)
      const answer = referenceVerdict(call, urlSubjects(call), referenceRules(row, compiles), row.mode)
      expect(isRight(row, answer) ? row.expect : answer).toBe(row.expect)
    },
  )
})
