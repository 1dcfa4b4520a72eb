import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoints, intersects, matchTokens, type Token } from './name-glob.ts'
import { compilePathPattern } from '../paths/pattern.ts'

const pattern = fc.stringMatching(/^[ab.*?]{1,5}$/)
const name = fc.stringMatching(/^[ab.]{1,5}$/)

function tokens(text: string): readonly Token[] {
  const compiled = compilePathPattern(`/x${text}`)
  const [segment] = compiled.ok ? compiled.value.segments : []
  return segment?.kind === 'name' ? segment.tokens.slice(1) : []
}

test('matching is that of the obvious expression', () => {
  fc.assert(
    fc.property(pattern, name, (text, candidate) => {
      const source = text.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.')
      expect(matchTokens(tokens(text), codePoints(candidate))).toBe(new RegExp(`^${source}$`).test(candidate))
    }),
    { numRuns: 3000 },
  )
})

test('two patterns that match one name have something in common', () => {
  fc.assert(
    fc.property(pattern, pattern, name, (left, right, candidate) => {
      const both =
        matchTokens(tokens(left), codePoints(candidate)) && matchTokens(tokens(right), codePoints(candidate))
      expect(both && !intersects(tokens(left), tokens(right))).toBe(false)
      const shown = !candidate.startsWith('.') || left.startsWith('.')
      expect(both && shown && !intersects(tokens(left), tokens(right), { hiddenNeedsDot: true })).toBe(false)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['a*', '*b', true],
  ['a*', 'b*', false],
  ['*.ts', '*.tsx', false],
  ['*', '', true],
  ['?', '??', false],
  ['[ab]', '[cd]', true],
  ['[ab]', 'c', false],
])('%s and %s: %s', (left, right, common) => {
  expect(intersects(tokens(left), tokens(right))).toBe(common)
})

test.each([
  ['*', '.env', false],
  ['*.env', '.env', false],
  ['?env', '.env', false],
  ['.*', '.env', true],
  ['*', 'env', true],
  ['*nv', '.env*', false],
])('as a shell reads it, %s and %s: %s', (left, right, common) => {
  expect(intersects(tokens(left), tokens(right), { hiddenNeedsDot: true })).toBe(common)
})
