import { expect, test } from 'vitest'
import { compilePattern, removeAffix, replaceMatches, type Matcher } from './shell-pattern.ts'

function matcher(pattern: string): Matcher {
  const compiled = compilePattern([...pattern].map((char) => ({ char, plain: false })))
  if (compiled === undefined) throw new Error(`no pattern: ${pattern}`)
  return compiled
}

test.each([
  ['', '', true],
  ['', 'a', false],
  ['a', 'a', true],
  ['*', '', true],
  ['*', 'abc', true],
  ['a*c', 'abbc', true],
  ['a*c', 'abcd', false],
  ['*b*', 'abc', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*a*b', 'xaxbxb', true],
])('%j matches %j: %s', (pattern, text, expected) => {
  expect(matcher(pattern)(text)).toBe(expected)
})

test('a class is beyond it', () => {
  expect(compilePattern([{ char: '[', plain: false }])).toBeUndefined()
})

test('a quoted star is a star', () => {
  expect(compilePattern([{ char: '*', plain: true }])?.('a')).toBe(false)
})

test.each([
  ['a.b.c', '#', '*.', 'b.c'],
  ['a.b.c', '##', '*.', 'c'],
  ['a.b.c', '%', '.*', 'a.b'],
  ['a.b.c', '%%', '.*', 'a'],
  ['abc', '#', 'x', 'abc'],
] as const)('${%s%s%s} is %s', (text, operator, pattern, expected) => {
  expect(removeAffix(text, operator, matcher(pattern))).toBe(expected)
})

test.each([
  ['aXbX', '/', 'X', '-', 'a-bX'],
  ['aXbX', '//', 'X', '-', 'a-b-'],
  ['XaX', '/#', 'X', '-', '-aX'],
  ['XaX', '/%', 'X', '-', 'Xa-'],
  ['abc', '/', 'b*', '-', 'a-'],
  ['abc', '//', 'x', '-', 'abc'],
] as const)('${%s%s%s/%s} is %s', (text, operator, pattern, by, expected) => {
  expect(replaceMatches(text, operator, matcher(pattern), by)).toBe(expected)
})
