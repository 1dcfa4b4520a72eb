import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineChanges } from './line-changes.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })

test('the changes make one text of the other, in order and apart from each other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const made: string[] = []
      let at = 0
      for (const { start, end, newStart, newEnd } of lineChanges(before, after)) {
        expect(start >= at && (end > start || newEnd > newStart)).toBe(true)
        made.push(...before.slice(at, start), ...after.slice(newStart, newEnd))
        at = end
      }
      made.push(...before.slice(at))
      expect(made).toEqual(after)
    }),
  )
})

test('no shorter list of edits exists', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edits = lineChanges(before, after).reduce(
        (sum, { start, end, newStart, newEnd }) => sum + (end - start) + (newEnd - newStart),
        0,
      )
      expect(edits).toBe(before.length + after.length - 2 * longestCommon(before, after))
    }),
  )
})

/** The length of the longest common subsequence, by the textbook's table. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row = Array.from({ length: after.length + 1 }, () => 0)
  for (const line of before) {
    const next = [0]
    after.forEach((other, column) => {
      next.push(line === other ? (row[column] ?? 0) + 1 : Math.max(row[column + 1] ?? 0, next[column] ?? 0))
    })
    row = next
  }
  return row.at(-1) ?? 0
}
