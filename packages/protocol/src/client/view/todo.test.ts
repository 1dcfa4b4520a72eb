import { expect, test } from 'vitest'
import { aCall, aSnapshot, aTurn, callId } from '../../testing/views.ts'
import type { CallView } from '../../calls.ts'
import { fromSnapshot } from './reduce-thread.ts'
import { todoList, type TodoItem } from './todo.ts'

const item = (text: string, state: TodoItem['state']): TodoItem => ({ text, state })
const wrote = (name: string, items: readonly TodoItem[], change: object = {}) =>
  aCall(name, {
    state: 'succeeded',
    tool: 'todo_write',
    body: { kind: 'todo', items: [...items] },
    ...change,
  })
const half = [item('Find it', 'done'), item('Mend it', 'in_progress'), item('Test it', 'open')]
const all = half.map(({ text }) => item(text, 'done'))

const listOf = (calls: readonly CallView[], turn = aTurn('running')) =>
  todoList(fromSnapshot(aSnapshot({ calls: [...calls], turn })))

test('the list is the one that was written last, with what is done and what is worked on', () => {
  const list = listOf([
    wrote('a', [item('Find it', 'open')], { ended_at: 100 }),
    wrote('b', half, { ended_at: 300 }),
  ])
  expect(list).toEqual({ call: callId('b'), items: half, done: 1, current: half[1], updatedAt: 300 })
})

test('lists of sub-agents, and lists that were not written, are not shown', () => {
  const blocked = aCall('b', { state: 'blocked', tool: 'todo_write', body: { kind: 'todo', items: half } })
  expect(listOf([wrote('sub', half, { parent_id: callId('x'), depth: 1 })])).toBeNull()
  expect(listOf([blocked])).toBeNull()
  expect(listOf([wrote('c', [])])).toBeNull()
})

test('a list that is done stays until its turn ends; an unfinished one stays after it, with nothing in progress', () => {
  expect(listOf([wrote('a', all)])?.done).toBe(3)
  expect(listOf([wrote('a', all)], aTurn('done'))).toBeNull()
  expect(listOf([wrote('a', half)], aTurn('done'))).toMatchObject({ done: 1, current: null })
})
