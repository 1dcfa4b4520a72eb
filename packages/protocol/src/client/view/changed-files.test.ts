import { expect, test } from 'vitest'
import { aCall, aSnapshot, callId, turnA } from '../../testing/views.ts'
import type { CallView } from '../../calls.ts'
import { TurnId } from '../../ids.ts'
import { changedFiles } from './changed-files.ts'
import { fromSnapshot } from './reduce-thread.ts'

const of = (...calls: readonly CallView[]) =>
  changedFiles(fromSnapshot(aSnapshot({ calls: [...calls] })), turnA)
const wrote = (name: string, path: string, summary?: string, change: object = {}) =>
  aCall(name, {
    state: 'succeeded',
    tool: 'files.edit',
    specifier: path,
    body: { kind: 'write', path, before: '', after: 'x', outside_workspace: false },
    undo: 'possible',
    ...(summary === undefined ? {} : { summary }),
    ...change,
  })

test('changes of a file are added up, files stand in the order of their first change', () => {
  expect(of(wrote('a', 'b.ts', '+10 −1'), wrote('b', 'a.ts', '+4'), wrote('c', 'b.ts', '+1 −2'))).toEqual([
    {
      kind: 'file',
      name: 'b.ts',
      lines: { added: 11, removed: 3 },
      calls: [callId('a'), callId('c')],
      undone: false,
    },
    { kind: 'file', name: 'a.ts', lines: { added: 4, removed: 0 }, calls: [callId('b')], undone: false },
  ])
})

test('lines that one call does not tell are not known; a file is undone when all its calls are', () => {
  const [file] = of(wrote('a', 'b.ts', '+10 −1', { undo: 'done' }), wrote('b', 'b.ts'))
  expect(file).toMatchObject({ lines: null, undone: false })
  expect(of(wrote('a', 'b.ts', '+1 −1', { undo: 'done' }))).toMatchObject([{ undone: true }])
})

test('a renamed file is one file, with its earlier calls; a deleted one says so', () => {
  const moved = (name: string, action: 'rename' | 'delete', ...paths: string[]) =>
    aCall(name, {
      state: 'succeeded',
      specifier: paths[0] ?? '',
      body: { kind: 'path', action, paths },
      undo: 'possible',
    })
  expect(
    of(
      wrote('a', 'a.md', '+10 −1'),
      moved('b', 'rename', 'a.md', 'b.md'),
      wrote('c', 'b.md', '+1'),
      moved('d', 'delete', 'old.txt'),
    ),
  ).toEqual([
    {
      kind: 'file',
      name: 'b.md',
      from: 'a.md',
      lines: { added: 11, removed: 1 },
      calls: [callId('a'), callId('b'), callId('c')],
      undone: false,
    },
    { kind: 'file', name: 'old.txt', deleted: true, lines: null, calls: [callId('d')], undone: false },
  ])
  expect(of(moved('b', 'rename', 'a.md', 'b.md'))).toMatchObject([{ lines: { added: 0, removed: 0 } }])
})

test('what changed nothing, and what another turn changed, is not listed; a command stands by its words', () => {
  const other = TurnId.parse('trn_other')
  const command = aCall('c', { state: 'succeeded', specifier: 'npm install', undo: 'possible' })
  const read = aCall('r', { state: 'succeeded', specifier: 'ls' })
  expect(of(read, wrote('x', 'x.ts', '+1 −1', { turn_id: other }), command)).toEqual([
    { kind: 'command', name: 'npm install', lines: null, calls: [callId('c')], undone: false },
  ])
})
