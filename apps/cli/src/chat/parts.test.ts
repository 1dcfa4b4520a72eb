import { changePart, hunksOf } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { partsQuestion, shellQuestion } from '../testing/questions.ts'
import { plainText } from './lines.ts'
import { partLinesOf, partsOf, readPartNumbers } from './parts.ts'
import { visibleLine } from './visible.ts'

const parts = partsOf(partsQuestion)
const [one, two, three] = parts.map(({ id }) => id)

describe('parts by their numbers', () => {
  test.each([
    ['1,3', [one, three], undefined],
    ['3 1', [one, three], undefined],
    ['1-2', [one, two], undefined],
    ['1 – 3', [one, two, three], undefined],
    ['2,2', [two], undefined],
    ['1,3 keep the old name', [one, three], 'keep the old name'],
  ])('`%s`', (text, signed, feedback) => {
    const read = readPartNumbers(text, parts)
    expect(read).toEqual({
      ok: true,
      answer: { decision: 'allow_once', parts: signed, ...(feedback === undefined ? {} : { feedback }) },
    })
  })

  test.each([
    ['', 'name parts by their numbers'],
    ['all', 'name parts by their numbers'],
    ['0', 'there is no part `0`'],
    ['4', 'there is no part `4`; they are 1 to 3'],
    ['3-1', 'there is no part `3-1`'],
    ['1,9', 'there is no part `9`'],
  ])('`%s` is refused', (text, message) => {
    expect(readPartNumbers(text, parts)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message) as string,
    })
  })

  test('a call that is not shown in parts has none', () => {
    expect(partsOf(shellQuestion)).toEqual([])
    expect(readPartNumbers('1', [])).toMatchObject({ ok: false })
  })
})

test('each part is a line with its place and its first words', () => {
  expect(partLinesOf(partsQuestion).map(plainText)).toEqual([
    '1  l. 1  +1 −1  ONE',
    '2  l. 3  +1 −1  THREE',
    '3  after l. 5  +1 −0  six',
  ])
  expect(partLinesOf(partsQuestion, 2).map(plainText)[2]).toContain('and 1 more')
})

test('a part in code is named by what it stands in, with nothing hidden in the name', () => {
  const { call } = partsQuestion
  const before = 'function read() {\n  return 1\n}\n\nfunction wr\u0131te() {\n  return 2\n}\n'
  const after = before.replace('1', '3').replace('2', '4')
  const code = {
    ...partsQuestion,
    call: {
      ...call,
      body: { kind: 'write', path: 'a.ts', before, after, outside_workspace: false } as const,
      parts: hunksOf(before, after).map(changePart),
    },
  }
  const [first, second] = partLinesOf(code).map(plainText)
  expect(first).toBe('1  in read, l. 2  +1 −1  return 3')
  expect(second).toContain(`in ${visibleLine('wr\u0131te')}, l. 6`)
})
