import { expect, test } from 'vitest'
import { declared } from './plugin.ts'

test.each([
  ['an expression', 'const f = () => [1, 2];', 'function f() { return [1, 2] }'],
  [
    'an object',
    'const f = (a, { b } = {}) => ({ a, b });',
    'function f(a, { b } = {}) { return ({ a, b }) }',
  ],
  ['a block', 'var f = (...a) => { return a };', 'function f(...a) { return a }'],
  ['one name without parentheses', 'const f = a => a', 'function f(a) { return a }'],
  ['what it would no longer mean', 'const f = () => this;', 'const f = () => this;'],
  ['a promise', 'const f = async () => 1;', 'const f = async () => 1;'],
  ['no function', 'const f = 1;', 'const f = 1;'],
  [
    'one that is not at the top',
    'function g() { const f = () => 1; }',
    'function g() { const f = () => 1; }',
  ],
])('a function at the top is declared: %s', (_what, code, expected) => {
  const made = declared(code).reduceRight(
    (text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end),
    code,
  )
  expect(made).toBe(expected)
})
