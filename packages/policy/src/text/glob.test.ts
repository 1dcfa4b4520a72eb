import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeGlob, globMatches, parseGlob } from './glob.ts'

test.each([
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['*', 'anything\nat all', true],
  ['a*', 'a', true],
  ['a*', 'ba', false],
  ['*a', 'ba', true],
  ['a*a', 'a', false],
  ['a*b*c', 'a-b-c', true],
  ['a*b*c', 'acb', false],
  ['*abcabcabcabcabcabcabcabc*', 'xabcabcabcabcabcabcabcabcabcy', true],
  ['*abcabcabcabcabcabcabcabd*', 'xabcabcabcabcabcabcabcabcabcy', false],
])('P5.2 %j and %j: %s', (pattern, text, fits) => {
  expect(globMatches(parseGlob(pattern), text)).toBe(fits)
})

test('P5.8 an escaped star is a star', () => {
  expect(globMatches(parseGlob('a\\*b'), 'a*b')).toBe(true)
  expect(globMatches(parseGlob('a\\*b'), 'axb')).toBe(false)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('*', '\\', 'a', 'b') }), (text) => {
      expect(parseGlob(escapeGlob(text))).toEqual({ chunks: [text] })
    }),
  )
})

test('P5.7 it agrees with a slow, obvious matcher', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
  fc.assert(
    fc.property(letters, texts, (pattern, text) => {
      expect(globMatches(parseGlob(pattern), text)).toBe(slowly(pattern, text))
    }),
    { numRuns: 3000 },
  )
})

function slowly(pattern: string, text: string): boolean {
  if (pattern === '') return text === ''
  if (pattern[0] !== '*')
    return text !== '' && pattern[0] === text[0] && slowly(pattern.slice(1), text.slice(1))
  return slowly(pattern.slice(1), text) || (text !== '' && slowly(pattern, text.slice(1)))
}

test('P5.7 a hostile pattern costs no more than a long one', () => {
  const text = 'a'.repeat(100_000)
  const glob = parseGlob(`${`*${'a'.repeat(500)}`.repeat(90)}*${'a'.repeat(400)}b*`)
  const started = performance.now()
  expect(globMatches(glob, text)).toBe(false)
  expect(performance.now() - started).toBeLessThan(2000)
})
