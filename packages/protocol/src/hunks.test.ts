import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carryHunks, hunksOf, withHunks } from './hunks.ts'

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '}\n', '\n', 'd\r\n')
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''))
const anyText = fc.oneof(
  text,
  text.map((lines) => `${lines}end`),
)

describe('laws', () => {
  test('all hunks make the text after, none the text before', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const hunks = hunksOf(before, after)
        expect(withHunks(before, hunks)).toBe(after)
        expect(withHunks(before, [])).toBe(before)
      }),
    )
  })

  test('any of them can be put in place, and those that are left make the rest', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.array(fc.boolean()), (before, after, picks) => {
        const hunks = hunksOf(before, after)
        const some = withHunks(
          before,
          hunks.filter((_hunk, index) => picks[index] === true),
        )
        const lines = (whole: string) => whole.split(/(?<=\n)/).length
        expect(lines(some)).toBeLessThanOrEqual(lines(before) + lines(after))
        expect(withHunks(some, hunksOf(some, after))).toBe(after)
      }),
    )
  })

  test('ids are different within one change', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const ids = hunksOf(before, after).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })

  test('carried to the text they were made from, they make the text after', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        expect(carryHunks(before, hunksOf(before, after), before)).toBe(after)
      }),
    )
  })
})

const FILE = 'one\ntwo\nthree\nfour\nfive\n'

describe('ids', () => {
  test('stay when lines above come or go', () => {
    const [here] = hunksOf(FILE, FILE.replace('four', '4'))
    const [there] = hunksOf(`zero\n${FILE}`, `zero\n${FILE.replace('four', '4')}`)
    expect(there?.id).toBe(here?.id)
    expect(there?.line).toBe(4)
  })

  test('change with any letter', () => {
    const ids = ['4', '4 ', 'IV'].map((other) => hunksOf(FILE, FILE.replace('four', other))[0]?.id)
    expect(new Set(ids).size).toBe(3)
  })

  test('say which of several equal parts it is', () => {
    const hunks = hunksOf('a\nx\nb\nx\nc\n', 'a\ny\nb\ny\nc\n')
    expect(hunks.map(({ line: at }) => at)).toEqual([1, 3])
    expect(hunks[0]?.id).not.toBe(hunks[1]?.id)
  })
})

describe('in a text that is another by now', () => {
  const four = hunksOf(FILE, FILE.replace('four\n', '4\n'))
  const added = hunksOf(FILE, FILE.replace('two\n', 'two\nand a half\n'))
  test.each([
    ['lines above are others', four, FILE.replace('one', '1'), '1\ntwo\nthree\n4\nfive\n'],
    ['lines below are others', four, FILE.replace('five', '5'), 'one\ntwo\nthree\n4\n5\n'],
    ['the line is gone', four, FILE.replace('four\n', ''), undefined],
    ['the line is another', four, FILE.replace('four', 'for'), undefined],
    ['nothing is there', four, '', undefined],
    [
      'an added line goes behind its line',
      added,
      FILE.replace('one\n', ''),
      'two\nand a half\nthree\nfour\nfive\n',
    ],
    [
      'behind it, though more follows there',
      added,
      FILE.replace('two\n', 'two\nx\n'),
      'one\ntwo\nand a half\nx\nthree\nfour\nfive\n',
    ],
    [
      'or before the one that is left',
      added,
      FILE.replace('two\n', ''),
      'one\nand a half\nthree\nfour\nfive\n',
    ],
    ['neither of both is there', added, 'one\nfour\nfive\n', undefined],
  ])('%s', (_name, hunks, now, becomes) => {
    expect(carryHunks(FILE, hunks, now)).toBe(becomes)
  })

  test('lines that were together and are apart now are not what was shown', () => {
    const both = hunksOf(FILE, FILE.replace('three\nfour\n', '3\n4\n'))
    expect(carryHunks(FILE, both, FILE.replace('three\n', 'three\nx\n'))).toBeUndefined()
  })

  test('the same words elsewhere are other lines', () => {
    const before = 'head\nx\ntail\n'
    const hunks = hunksOf(before, 'head\ny\ntail\n')
    expect(carryHunks(before, hunks, 'head\ntail\nmore\nx\n')).toBeUndefined()
  })
})

test('large texts with many changes are cut in a moment', () => {
  const before = Array.from({ length: 100_000 }, (_item, index) => `line ${index}\n`)
  const after = before.map((whole, index) => (index % 500 === 0 ? `other ${index}\n` : whole))
  const started = performance.now()
  expect(hunksOf(before.join(''), after.join(''))).toHaveLength(200)
  expect(performance.now() - started).toBeLessThan(5000)
})
