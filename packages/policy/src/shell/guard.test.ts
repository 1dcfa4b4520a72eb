import { expect, test } from 'vitest'
import { hiddenInArithmetic } from './guard.ts'
import { readScript } from './reader.ts'

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

test.each([
  'ls (',
  'ls ( touch x',
  'ls \\\n(',
  '! && ls',
  'time | ls',
  '(!)',
  'ls > 2>&1',
  'cat < 0<x',
  'echo $[ 1',
  'echo "$[ 1"',
  'cat <<E"\nx\nE',
  'cat <<E`\nx\nE`',
  'ls && \\',
])('P4.2 bash refuses %j, and so does the reader', (text) => {
  expect(readScript(text).problem).toBeDefined()
})

test.each([
  'ls 2>&1',
  '! ls',
  'time ls',
  '!; ls',
  "grep '$[' x",
  String.raw`echo \$[1]`,
  "cat <<'E F'\nx\nE F",
  'cat <<"E"\nx\nE',
  'cat <<\\E\nx\nE',
  'f() { ls; }',
  'ls >2 2>&1',
])('bash takes %j, and so does the reader', (text) => {
  expect(readScript(text).problem).toBeUndefined()
})
