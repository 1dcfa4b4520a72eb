import type { PartView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { commandSegments } from './command-segments.ts'

function part(start?: number, end?: number): PartView {
  const range = start === undefined || end === undefined ? {} : { start, end }
  return { label: '', carriers: [], verdict: 'ask', reason: { because: 'mode', sentence: '' }, ...range }
}

test.each([
  ['no parts', 'ls', [], ['ls:-']],
  ['one part', 'ls', [part(0, 2)], ['ls:0']],
  [
    'operators are nobody’s',
    'a && b | c',
    [part(0, 1), part(5, 6), part(9, 10)],
    ['a:0', ' && :-', 'b:1', ' | :-', 'c:2'],
  ],
  [
    'a substitution is cut out of its carrier',
    'echo $(id) x',
    [part(0, 12), part(7, 9)],
    ['echo $(:0', 'id:1', ') x:0'],
  ],
  ['a part without a place marks nothing', 'ls', [part()], ['ls:-']],
  ['a range past the end is held to the text', 'ls', [part(0, 9)], ['ls:0']],
  ['an empty command', '', [part(0, 0)], []],
])('%s', (_name, command, parts, segments) => {
  const cut = commandSegments(command, parts)
  expect(cut.map((segment) => `${segment.text}:${segment.part ?? '-'}`)).toEqual(segments)
  expect(cut.map((segment) => segment.text).join('')).toBe(command)
})
