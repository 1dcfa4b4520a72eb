import { expect, test } from 'vitest'
import { declared, quoted, type Edit } from './plugin.ts'

function apply(code: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end), code)
}

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
  expect(apply(code, declared(code))).toBe(expected)
})

test.each([
  ['words', 'x = `it\'s "so"`', 'x = "it\'s \\"so\\""'],
  ['lines', '`a\n\\tb`', '"a\\n\\tb"'],
  ['with a value', '`a ${`b`} …`', '`a ${"b"} \\u2026`'],
  ['beyond ASCII', "['…', `…`]", '[\'\\u2026\', "\\u2026"]'],
  ['tagged', 'String.raw`\\w …`', 'String.raw`\\w …`'],
])('text between backticks is quoted: %s', (_what, code, expected) => {
  expect(apply(code, quoted(code))).toBe(expected)
})
