import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'
import type { Verdict } from '../verdict.ts'

test.each<[string, string, Verdict]>([
  ['caf\u00e9', 'caf\u00e9', 'block'],
  ['caf\u00e9', 'cafe\u0301', 'block'],
  ['caf*', 'cafe\u0301', 'block'],
  ['b', 'cafe\u0301', 'run'],
  ['b', 'b.', 'block'],
  ['b', 'b ', 'block'],
  ['b', 'c.', 'run'],
  ['b', 'b.c', 'run'],
  ['caf\u00e9', 'cafe\u0301.', 'block'],
  ['b', '\u00e9', 'run'],
])('deny %j: a file %j is one name in all its spellings: %s', (rule, path, verdict) => {
  expect(decideText('auto', [`deny files.read(${rule})`], `files.read(${path})`).verdict).toBe(verdict)
})
