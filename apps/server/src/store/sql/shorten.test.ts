import { CallBody } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { shortenChange } from './shorten-change.ts'
import { shortenBody } from './shorten.ts'
import { textHead } from './text-head.ts'

const HEAD = 8000
const numbered = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1} of many`)
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test.each([
  ['short, as it is', 'abc', 10, 'abc'],
  ['at the end of a line where one is near', 'one two\nthree four', 12, 'one two\n'],
  ['within a long line, where none is', `a\n${'b'.repeat(50)}`, 12, `a\n${'b'.repeat(10)}`],
  ['never within a character', 'é'.repeat(20), 9, 'éééé'],
  ['never within a pair', '😀'.repeat(20), 10, '😀😀'],
])('the beginning of a text: %s', (_name, whole, limit, head) => {
  const cut = textHead(whole, limit)
  expect(whole.startsWith(cut)).toBe(true)
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit)
  expect(cut).toBe(head)
})

const lines = numbered(4000)
const fresh = numbered(1000, 'fresh')
/** Changes of a long file, with what must be shown as going and as coming. */
const CHANGES: readonly [
  string,
  readonly string[],
  readonly string[],
  readonly string[],
  readonly string[],
][] = [
  ['one line in the middle', lines, lines.with(2000, 'changed'), [lines[2000] ?? ''], ['changed']],
  ['two lines far apart', lines, lines.with(1, 'first').with(3990, 'second'), [lines[1] ?? ''], ['first']],
  ['a long block comes', lines, lines.toSpliced(10, 0, ...fresh), [], fresh.slice(0, 5)],
  ['a long block goes', lines, lines.toSpliced(10, 1000), lines.slice(10, 15), []],
  ['everything is another', lines, fresh, lines.slice(0, 5), fresh.slice(0, 5)],
  ['a long file becomes short', lines, ['short'], lines.slice(0, 5), ['short']],
  ['a short file becomes long', ['short'], lines, ['short'], lines.slice(0, 5)],
]

test.each(CHANGES)('a change of a long file: %s', (_name, before, after, going, coming) => {
  const short = shortenChange({ before: text(before), after: text(after) }, HEAD)
  expect(bytes(short)).toBeLessThan(2.5 * HEAD)
  const [old, now] = [short.before.split('\n'), short.after.split('\n')]
  for (const line of going) expect([old.includes(line), now.includes(line)]).toEqual([true, false])
  for (const line of coming) expect([old.includes(line), now.includes(line)]).toEqual([false, true])
  // What is on one side alone is so in the whole: no line that stays looks as if it came or went.
  const [wholeBefore, wholeAfter] = [new Set(before), new Set(after)]
  const alone = [...old.filter((line) => !now.includes(line)), ...now.filter((line) => !old.includes(line))]
  expect(alone.filter((line) => wholeBefore.has(line) && wholeAfter.has(line))).toEqual([])
  // Both begin at the line that is told.
  expect(old[0] === '' || old[0] === before[short.linesAbove]).toBe(true)
  expect(now[0] === '' || now[0] === after[short.linesAbove]).toBe(true)
})

test('a change within one long line begins shortly before it', () => {
  const before = 'abcdefghij'.repeat(10_000)
  const after = `${before.slice(0, 50_000)}X${before.slice(50_000)}`
  const short = shortenChange({ before, after }, HEAD)
  expect(short.before).not.toBe(short.after)
  expect(before.includes(short.before) && after.includes(short.after)).toBe(true)
  expect(short.after.indexOf('X')).toBe(200)
})

const LONG = 'some words and more\n'.repeat(100_000)
const BODIES: readonly [CallBody, readonly string[]][] = [
  [{ kind: 'shell', command: `cat <<E\n${LONG}E`, cwd: '/home/ada' }, ['body.command']],
  [{ kind: 'write', path: 'a.md', before: null, after: LONG, outside_workspace: true }, ['body.after']],
  [{ kind: 'path', action: 'Delete', paths: Array<string>(50_000).fill('/home/ada/x') }, ['body.paths']],
  [
    {
      kind: 'url',
      method: 'POST',
      url: 'https://example.com/',
      headers: [{ name: 'accept', value: '*/*' }],
      body: LONG,
    },
    ['body.body'],
  ],
  [
    {
      kind: 'todo',
      items: Array.from({ length: 5000 }, () => ({ text: 'a thing', state: 'open' as const })),
    },
    ['body.items'],
  ],
  [
    { kind: 'subtask', title: 't', instructions: LONG, tools: ['files.read'], limits: [] },
    ['body.instructions'],
  ],
  [
    {
      kind: 'arguments',
      entries: [
        { name: 'text', value: LONG },
        { name: 'more', value: LONG, json: true },
        { name: 'after', value: 'short' },
      ],
    },
    ['body.entries.0.value', 'body.entries.1.value'],
  ],
]

test.each(BODIES)('a long body stays one of its kind, and says what of it is shortened: %o', (body, at) => {
  const short = shortenBody(body, 'body')
  expect(CallBody.parse(short.body).kind).toBe(body.kind)
  expect(bytes(short)).toBeLessThan(40_000)
  expect(short.shortened?.map((part) => part.at)).toEqual(at)
  for (const part of short.shortened ?? []) expect(part.bytes).toBeGreaterThan(32_000)
})

test('what is not long is as it was', () => {
  const body: CallBody = { kind: 'shell', command: 'x'.repeat(30_000), cwd: '/' }
  expect(shortenBody(body, 'body')).toEqual({ body })
})
