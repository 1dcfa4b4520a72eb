import { changePart, hunksOf } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { combinedText } from './combined-text.ts'

const combined = (before: string | null, after: string) =>
  combinedText(before, after, hunksOf(before, after).map(changePart))

test('lines that go stand above those that come, each with the number of its own text', () => {
  const { text, parts, numbers } = combined('a\nb\nc\nd\n', 'a\nB\nBB\nc\nd\ne\n')
  expect(text.split('\n')).toEqual(['a', 'b', 'B', 'BB', 'c', 'd', 'e'])
  expect(parts.map(({ line, part }) => [line, part.removed, part.added])).toEqual([
    [2, 1, 2],
    [7, 0, 1],
  ])
  expect([...numbers]).toEqual([0, 1, -2, 2, 3, 4, 5, 6])
})

test.each([
  ['a new file', null, 'x\ny\n', ['x', 'y']],
  ['all goes', 'x\ny\n', '', ['x', 'y']],
  ['no last line break', 'x', 'y', ['x', 'y']],
  ['line ends of another system', 'x\r\ny\r\n', 'x\r\nz\r\n', ['x', 'y', 'z']],
])('%s', (_name, before, after, lines) => {
  expect(combined(before, after).text.split('\n')).toEqual(lines)
})

test('a change without parts of its own is one block from the first line that differs to the last', () => {
  const { text, parts, numbers } = combinedText('a\nb\nc\nd\n', 'a\nB\nc\nD\nd\n', [])
  expect(text.split('\n')).toEqual(['a', 'b', 'c', 'B', 'c', 'D', 'd'])
  expect([...numbers]).toEqual([0, 1, -2, -3, 2, 3, 4, 5])
  expect(parts).toEqual([])
})

test('200 parts of 100,000 lines are put together at once', () => {
  const before = Array.from({ length: 100_000 }, (_, index) => `line ${index}`).join('\n')
  const after = before.replaceAll(/line (\d*[05]00)\n/g, 'changed $1\n')
  const { parts, text } = combined(before, after)
  expect(parts.length).toBe(199)
  expect(text.split('\n')).toHaveLength(100_199)
})
