import { expect, test, vi } from 'vitest'
import { openScreen, plainTitle } from './screen.ts'

const SIZE = { cols: 80, rows: 24 }
// oxlint-disable-next-line no-control-regex -- a terminal's own bytes
const PLAIN_THEN_HALF = /plain .*\u001B\[3$/s

test('a program that nobody holds back cannot flood the mirror: its end is shown', async () => {
  const screen = await openScreen({ size: SIZE })
  const line = Buffer.from(`${'x'.repeat(78)}\r\n`)
  const megabyte = Buffer.concat(Array.from({ length: 12_500 }, () => line))
  for (let count = 0; count < 100; count += 1) screen.hear(megabyte)
  screen.hear(Buffer.from('the end'))
  expect(await screen.text(5000)).toContain('the end')
  screen.end(0)
})

test('a page that comes in the middle of a sequence or a character sees it whole', async () => {
  const screen = await openScreen({ size: SIZE })
  screen.hear(Buffer.from('plain \u001B[3'))
  const drawn: Buffer[] = []
  screen.look({ send: (bytes) => void drawn.push(bytes), say: () => undefined })
  await vi.waitFor(() => expect(Buffer.concat(drawn).toString()).toMatch(PLAIN_THEN_HALF))
  screen.hear(Buffer.from('1mred'))
  await vi.waitFor(() => expect(Buffer.concat(drawn).toString()).toContain('\u001B[31mred'))
  const euro = Buffer.from('€')
  screen.hear(euro.subarray(0, 2))
  const later: Buffer[] = []
  screen.look({ send: (bytes) => void later.push(bytes), say: () => undefined })
  await vi.waitFor(() => expect(Buffer.concat(later).includes(euro.subarray(0, 2))).toBe(true))
  screen.hear(euro.subarray(2))
  await vi.waitFor(() => expect(Buffer.concat(later).toString()).toContain('€'))
  screen.end(0)
})

test('a hidden cursor, the mouse and the part that scrolls are drawn anew too', async () => {
  const screen = await openScreen({ size: SIZE })
  screen.hear(Buffer.from('\u001B[?1049h\u001B[?25l\u001B[?1002h\u001B[?1006h\u001B[3;20rhere'))
  const drawn: Buffer[] = []
  screen.look({ send: (bytes) => void drawn.push(bytes), say: () => undefined })
  await vi.waitFor(() => expect(Buffer.concat(drawn).toString()).toContain('here'))
  for (const mode of ['[?1049h', '[?25l', '[?1002h', '[?1006h', '[3;20r'])
    expect(Buffer.concat(drawn).toString()).toContain(`\u001B${mode}`)
  screen.end(0)
})

test.each([
  ['a\u001B[31mb', 'ab'],
  ['two\nlines', 'two lines'],
  ['\u202Eevil', '<U+202E>evil'],
  ['x'.repeat(300), 'x'.repeat(100)],
])('a title is one plain line: %j', (said, title) => {
  expect(plainTitle(said)).toBe(title)
})
