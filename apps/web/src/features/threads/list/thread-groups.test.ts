import { ThreadId } from '@countersign/protocol'
import type { ThreadView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { aThread } from '../../../testing/views.ts'
import { listRows, dayLabel, groupThreads } from './thread-groups.ts'

const HOUR = 3_600_000
const NOW = new Date('2026-11-18T12:00:00').getTime()

function chat(id: string, change: Partial<ThreadView> = {}): ThreadView {
  return aThread({ id: ThreadId.parse(`thr_${id}`), title: id, updated_at: NOW, ...change })
}

test.each([
  [0, 'Today'],
  [11, 'Today'],
  [13, 'Yesterday'],
  [35, 'Yesterday'],
  [5 * 24, 'Friday, 13 November'],
  [400 * 24, '14 October 2025'],
])('%i hours ago was %s', (hours, label) => {
  expect(dayLabel(NOW - hours * HOUR, NOW)).toBe(label)
})

test('chats stand by project and day, pinned ones first and archived ones last', () => {
  const rows = listRows(
    [
      chat('old', { updated_at: NOW - 30 * HOUR }),
      chat('site', { workspace: '/code/invoicer' }),
      chat('top', { pinned: true, updated_at: NOW - 99 * HOUR }),
      chat('away', { archived: true, pinned: true }),
      chat('new', { updated_at: NOW - HOUR }),
    ],
    new Map(),
  )
  const { pinned, projects, archived } = groupThreads(rows, NOW)
  expect(pinned.map(({ title }) => title)).toEqual(['top'])
  expect(archived.map(({ title }) => title)).toEqual(['away'])
  expect(
    projects.map(({ name, days }) => [
      name,
      days.map(({ label, rows: some }) => [label, some.map(({ title }) => title)]),
    ]),
  ).toEqual([
    ['invoicer', [['Today', ['site']]]],
    [
      'site',
      [
        ['Today', ['new']],
        ['Yesterday', ['old']],
      ],
    ],
  ])
})

test('no two chats of a project have the same name', () => {
  const rows = listRows(
    [
      chat('c', { title: 'Fix it', created_at: 3 }),
      chat('a', { title: 'Fix it', created_at: 1 }),
      chat('b', { title: 'fix it', created_at: 2 }),
      chat('d', { title: 'Fix it', created_at: 4, workspace: '/elsewhere' }),
      chat('e', { title: '', created_at: 5 }),
      chat('f', { title: ' ', created_at: 6 }),
    ],
    new Map(),
  )
  expect(rows.map(({ title }) => title).toSorted()).toEqual([
    'Fix it',
    'Fix it',
    'Fix it (3)',
    'New chat',
    'New chat (2)',
    'fix it (2)',
  ])
})

test.each([
  [{ last_turn: 'running' }, 1, 'waits'],
  [{ last_turn: 'failed' }, 2, 'waits'],
  [{ last_turn: 'running' }, 0, 'running'],
  [{ last_turn: 'runnable' }, 0, 'running'],
  // Its answer is being sent.
  [{ last_turn: 'waiting' }, 0, 'running'],
  [{ last_turn: 'failed' }, 0, 'failed'],
  [{ last_turn: 'done' }, 0, 'quiet'],
  [{ last_turn: 'cancelled' }, 0, 'quiet'],
  [{}, 0, 'quiet'],
] as const)('%j with %i waiting: %s', (change, waits, state) => {
  const thread = chat('a', change)
  expect(listRows([thread], new Map([[thread.id, waits]]))[0]).toMatchObject({ state, waits })
})
