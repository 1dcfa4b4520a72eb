import { expect, test } from 'vitest'
import { applied, declared, quoted } from './plugin.ts'

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
  expect(applied(code, declared)).toBe(expected)
})

test.each([
  ['words', 'x = `it\'s "so"`', 'x = "it\'s \\"so\\""'],
  ['lines', '`a\n\\tb`', '"a\\n\\tb"'],
  ['with a value', '`a ${`b`} …`', '`a ${"b"} \\u2026`'],
  ['beyond ASCII', "['…', `…`]", '[\'\\u2026\', "\\u2026"]'],
  ['as it is', 'String.raw`\\w …`', '"\\\\w \\u2026"'],
  ['as it is, with values', 'String.raw`\\w${a + b}…${`c`}`', '("\\\\w"+(a + b)+"\\u2026"+("c"))'],
  ['an expression', '/[…]/g', '/[\\u2026]/g'],
  ['of another tag', 'html`…`', 'html`…`'],
])('text between backticks is quoted: %s', (_what, code, expected) => {
  expect(applied(code, quoted)).toBe(expected)
})
