import type { CallBody } from '@countersign/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteLines } from '../testing/sample-command/note-lines.ts'
import { lockedQuestion, questionOf, shellQuestion } from '../testing/questions.ts'
import { bodyLines } from './body-lines.ts'
import { cardLines } from './card-lines.ts'
import { plainText, wrapAll } from './lines.ts'
import type { Question } from './question.ts'
import { ruleEffect } from './rule-effect.ts'
import { visible } from './visible.ts'

const drawn = (question: Question) => cardLines(question, { chat: false, bodies: [] }).map(plainText)
const write = (before: string | null, after: string, outside = false) =>
  questionOf('files.write', { kind: 'write', path: 'a.md', before, after, outside_workspace: outside })

test.each<[string, Question, readonly string[]]>([
  [
    'command',
    shellQuestion,
    [
      'Use terminal.exec',
      'in /w · from the sub-agent “research”',
      '$ ls && npm test',
      'runs    ls  only reads',
      'asks    npm test  no rule covers this',
    ],
  ],
  [
    'new file',
    write(null, 'one\ntwo\n'),
    [
      'Use files.write',
      'from the sub-agent “research”',
      'a.md  new file, +2 −0',
      '1 + one',
      '2 + two',
      'No rule.',
    ],
  ],
  [
    'change outside the workspace',
    write('one\ntwo\n', 'one\n2\n', true),
    [
      'Use files.write',
      'from the sub-agent “research”',
      'a.md  +1 −1',
      'Outside the workspace.',
      '1   one',
      '2 - two',
      '2 + 2',
      'No rule.',
    ],
  ],
  [
    'path',
    lockedQuestion,
    [
      'Use files.delete  always asks',
      'from the sub-agent “research”',
      'delete out/build',
      '2 files, 10 bytes',
      'Cannot be undone.',
    ],
  ],
  [
    'address',
    questionOf('web.fetch', { kind: 'url', method: 'GET', url: 'https://good.example@evil.example/x' }),
    [
      'Use web.fetch',
      'from the sub-agent “research”',
      'GET https://good.example@evil.example/x',
      'host evil.example',
      'No rule.',
    ],
  ],
  [
    'arguments',
    questionOf('mcp__a__b', { kind: 'arguments', entries: [{ name: 'body', value: 'one\ntwo' }] }),
    ['Use mcp__a__b  mcp__a__b', 'from the sub-agent “research”', 'body: one', '  two', 'No rule.'],
  ],
])('%s', (_kind, question, lines) => {
  expect(drawn(question)).toEqual(lines)
})

test.each([
  ['\u001b[2Jx', '‹U+001B›[2Jx'],
  ['a\u202eb', 'a‹U+202E›b'],
  ['p\u0430y', 'pа‹U+0430›y'],
  ['one\ntwo\tthree', 'one\ntwo    three'],
  ['\r', '‹U+000D›'],
  ['\u009b31m', '‹U+009B›31m'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('nothing that a model or a tool says reaches the terminal as anything but text', () => {
  const hostile = fc
    .array(
      fc.constantFrom(
        '\u001b',
        '\u009b',
        '\u202e',
        '\u200b',
        '\u0007',
        '\r',
        '\n',
        '\t',
        'a',
        '[31m',
        'ж',
        '漢',
      ),
    )
    .map((pieces) => pieces.join(''))
  const body = fc.oneof<fc.Arbitrary<CallBody>[]>(
    hostile.map((command) => ({ kind: 'shell', command, cwd: command })),
    fc.tuple(hostile, hostile).map(([before, after]) => ({
      kind: 'write',
      path: before,
      before,
      after,
      outside_workspace: true,
    })),
    hostile.map((path) => ({ kind: 'path', action: 'delete', paths: [path, path] })),
    hostile.map((url) => ({ kind: 'url', method: 'GET', url })),
    hostile.map((value) => ({ kind: 'arguments', entries: [{ name: value, value }] })),
  )
  fc.assert(
    fc.property(body, hostile, fc.integer({ min: 20, max: 120 }), (one, specifier, width) => {
      const lines = wrapAll(
        cardLines(questionOf('a.tool', one, { specifier }), { chat: true, bodies: [] }),
        width,
        2,
      )
      for (const text of lines.map(plainText)) expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['terminal.exec(npm test)', { kind: 'readable', runs: ['npm test'], asks: [] }],
  ['terminal.exec(git *)', { kind: 'readable', runs: [], asks: ['npm test'] }],
  ['terminal.exec(', { kind: 'malformed' }],
])('the rule %s is tried on the call', (rule, effect) => {
  expect(ruleEffect(rule, shellQuestion.call, '/w')).toMatchObject(effect)
})

test('a body of a feature is drawn by its own lines; where nobody knows it, as its arguments', () => {
  const { call } = questionOf('notes.add', {
    kind: 'notes.note',
    entries: [{ name: 'text', value: 'milk\u001b[2J' }],
    data: { text: 'milk', kept: 2 },
  })
  expect(bodyLines(call, [noteLines]).map(plainText)).toEqual(['note 3: milk'])
  expect(bodyLines(call, []).map(plainText)).toEqual(['text: milk‹U+001B›[2J'])
  const other = { ...call, body: { ...call.body, data: { words: 'milk' } } as CallBody } // of another version
  expect(bodyLines(other, [noteLines]).map(plainText)).toEqual(['text: milk‹U+001B›[2J'])
})
