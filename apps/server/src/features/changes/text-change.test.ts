import { CallId } from '@countersign/protocol'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsOf, textChange, turnedBack } from './text-change.ts'
import { planFile } from './undo-plan.ts'

const call = CallId.parse('call_1')
const line = fc.constantFrom('a\n', 'b\n', 'c\n', '}\n', '\n')
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''))

test('right after a change all its hunks are there; taken back from the last on they leave the text before', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = textChange(call, before, after)
      expect(fitsOf(change, after).every(({ there }) => there)).toBe(true)
      const parts = change.hunks.map(({ id }) => ({ call, hunk: id }))
      const plan = planFile({ changes: [change], text: after }, parts, { back: false })
      expect(plan).toMatchObject({ after: before, conflicts: [] })
    }),
  )
})

test('a hunk that is taken back and put back leaves all lines that were there', () => {
  fc.assert(
    fc.property(text, text, fc.nat(), (before, after, pick) => {
      const change = textChange(call, before, after)
      const hunk = change.hunks[pick % Math.max(change.hunks.length, 1)]
      if (hunk === undefined) return
      const without = turnedBack(change, [hunk.id], after, { back: false })
      expect(without).toBeDefined()
      const again = turnedBack(change, [hunk.id], without ?? '', { back: true })
      // Equal lines side by side may take each other's place, or it is refused: no line is lost or made.
      expect((again ?? after).split('\n').toSorted()).toEqual(after.split('\n').toSorted())
    }),
  )
})

test.each([
  ['lines that were changed since', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nmine\nc\n', false],
  ['lines that are there, with others around', 'a\nb\nc\n', 'a\nB\nc\n', 'x\na\nB\nc\ny\n', true],
  ['lines that went and stayed away', 'a\nb\nc\n', 'a\nc\n', 'a\nc\nmine\n', true],
  ['lines that went and are back', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nc\n', false],
  ['a file that was made and is gone', null, 'a\n', null, false],
  ['a file that went and stayed away', 'a\n', null, null, true],
])('%s', (_name, before, after, now, there) => {
  expect(fitsOf(textChange(call, before, after), now)).toMatchObject([{ there }])
})

test('a file that was made goes with its text, and comes back', () => {
  const change = textChange(call, null, 'a\n')
  const parts = [{ call, hunk: change.hunks[0]?.id ?? '' }]
  const gone = planFile({ changes: [change], text: 'a\n' }, parts, { back: false })
  expect(gone.after).toBeNull()
  expect(planFile({ changes: [change], text: null }, parts, { back: true })).toMatchObject({ after: 'a\n' })
})
