import { expect, test } from 'vitest'
import { hiddenInArithmetic } from './guard.ts'

test.each([
  ['1 + x', undefined],
  ["x['a']", 'a quote in arithmetic'],
  ['x["a"]', 'a quote in arithmetic'],
  [String.raw`x[\a]`, 'a backslash in arithmetic'],
  ['x[`a`]', 'a backtick in arithmetic'],
  ['x[$(a)]', '`$(` in arithmetic'],
  ['x[${a}]', '`${` in arithmetic'],
  ['x[$[a]]', '`$[` in arithmetic'],
])('P4.2 arithmetic %j hides: %s', (gap, reason) => {
  expect(hiddenInArithmetic(gap)).toBe(reason)
})
