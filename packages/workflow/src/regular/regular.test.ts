import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Regular, readRegular } from './regular.ts'

const atoms = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  'a?',
  'b*',
  'a+?',
  '(a|b)',
  '(?:ab)*',
  'a{1,2}',
  '^',
  '$',
  '\\b',
  '(b)?',
  '|',
)
const patterns = fc.array(atoms, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
const texts = fc
  .array(fc.constantFrom('a', 'b', '1', ' ', '\n', 'é'), { maxLength: 10 })
  .map((parts) => parts.join(''))

test('finds what the regular expressions of the language find', () => {
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const theirs = new RegExp(pattern, 'u').exec(text)
      const ours = new Regular(pattern).find(text)
      expect(ours && [ours.start, ours.text]).toEqual(theirs === null ? undefined : [theirs.index, theirs[0]])
    }),
    { numRuns: 3000 },
  )
})

test.each(['(a+)+$', '(a|a)*$', '(a*)*b', '(.*)(.*)(.*)(.*)x', '(a?){50}a{50}b'])(
  '%s takes no time on a text made for it',
  (pattern) => {
    const text = 'a'.repeat(20_000)
    const start = process.cpuUsage().user
    new Regular(pattern).find(`${text}!`)
    expect(process.cpuUsage().user - start).toBeLessThan(5_000_000)
  },
)

test.each(['(?=a)', '(?<!a)b', '\\1', '\\k<a>', '*a', 'a**', '[b-a]', '(', ')', 'a{2,1}', 'a{1000}', '\\'])(
  '%s is refused',
  (pattern) => {
    expect(readRegular(pattern)).toHaveProperty('error')
  },
)
