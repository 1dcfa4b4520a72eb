import {
  CallId,
  ThreadId,
  TurnId,
  type ChangeCall,
  type ChangedHunk,
  type ChangesView,
} from '@countersign/protocol'
import { expect, test } from 'vitest'
import { hunkBeside, ofTurn, rowsOf, sumsOf, timelineOf, turnsOf } from './change-rows.ts'

const call = (id: string, more: Partial<ChangeCall> = {}): ChangeCall => ({
  id: CallId.parse(`call_${id}`),
  thread_id: ThreadId.parse('thr_1'),
  turn_id: TurnId.parse('trn_1'),
  author: 'agent',
  tool: 'files.write',
  title: 'Write a.txt',
  subject: 'a.txt',
  at: 1,
  hash: 'abcdef01',
  signature: null,
  ok: true,
  changed: true,
  undone: false,
  ...more,
})
const hunk = (id: string, of: string, state: ChangedHunk['state'] = 'open'): ChangedHunk => ({
  id: id.repeat(32),
  call_id: CallId.parse(`call_${of}`),
  state,
  line: 1,
  removed: 1,
  added: 2,
  above: null,
  before: ['x'],
  after: ['y', 'z'],
  can_return: state === 'undone',
})
const file = (path: string, hunks: readonly ChangedHunk[]) => ({
  path,
  kind: 'text' as const,
  there: true,
  hunks,
  calls: hunks.map(({ call_id }) => call_id),
})
const second = { turn_id: TurnId.parse('trn_2') }
const view: ChangesView = {
  calls: [call('a'), call('mine', { turn_id: null, author: 'you' }), call('b', second)],
  files: [
    file('a.txt', [hunk('1', 'a'), hunk('2', 'mine', 'kept'), hunk('3', 'b', 'undone')]),
    file('b.txt', [hunk('4', 'b')]),
  ],
  more: false,
}

test('what a person does after a turn belongs to it until the next begins', () => {
  expect(turnsOf(view.calls).map(({ calls }) => calls.map(({ id }) => id))).toEqual([
    ['call_a', 'call_mine'],
    ['call_b'],
  ])
  const first = ofTurn(view, TurnId.parse('trn_1'))
  expect(first.files.map(({ path, hunks }) => [path, hunks.length])).toEqual([['a.txt', 2]])
  expect(ofTurn(view, TurnId.parse('trn_2')).files.map(({ path }) => path)).toEqual(['a.txt', 'b.txt'])
  expect(ofTurn(view, null).files).toEqual([])
})

test('F7 goes from hunk to hunk over files, and stops at the ends', () => {
  const rows = rowsOf(view.files, new Set())
  expect(rows.map(({ kind }) => kind)).toEqual(['file', 'hunk', 'hunk', 'hunk', 'file', 'hunk'])
  const first = hunkBeside(rows, null, 1)
  expect(first).toBe(rows[1]?.key)
  expect(hunkBeside(rows, rows[3]?.key ?? '', 1)).toBe(rows[5]?.key)
  expect(hunkBeside(rows, rows[5]?.key ?? '', 1)).toBeNull()
  expect(hunkBeside(rows, rows[5]?.key ?? '', -1)).toBe(rows[3]?.key)
  expect(rowsOf(view.files, new Set(['a.txt']))).toHaveLength(3)
})

test('sums count what is in the files', () => {
  expect(sumsOf(view.files)).toEqual({ hunks: 4, added: 6, removed: 3, kept: 1, undone: 1, open: 2 })
})

test('calls that only read are one line of the timeline', () => {
  const quiet = { changed: false, tool: 'files.read' }
  const turns = turnsOf([call('r1', quiet), call('r2', quiet), call('w'), call('r3', quiet)])
  expect(timelineOf(turns).map((row) => (row.kind === 'reads' ? row.calls.length : row.kind))).toEqual([
    'turn',
    2,
    'call',
    1,
  ])
})
