import { expect, test } from 'vitest'
import { line, plainText, wrap, type Line } from './lines.ts'

const NUMBERED: Line = [
  { text: '12 ', tone: 'dim', margin: true },
  { text: '+ ', tone: 'run', margin: true },
  ...line('every cent is kept, however long the line', 'run'),
]

test('the later rows of a numbered line begin behind its number and sign', () => {
  expect(wrap(NUMBERED, 24, 2).map(plainText)).toEqual([
    '12 + every cent is ',
    '     kept, however long ',
    '     the line',
  ])
})

test('a line without a margin is indented as asked', () => {
  expect(wrap(line('every cent is kept'), 14, 2).map(plainText)).toEqual(['every cent is ', '  kept'])
})
