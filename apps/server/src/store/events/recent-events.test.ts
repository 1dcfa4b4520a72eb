import type { ThreadEvent, ThreadId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { RecentEvents } from './recent-events.ts'

const thread = 'thr_1' as ThreadId
const event = (text: string) =>
  ({ type: 'chunk', turn_id: 'trn_1', kind: 'text', text, parent_id: null, depth: 0 }) as ThreadEvent
const after = (recent: RecentEvents, seq: number, limit = 100) =>
  recent.after(thread, seq, limit)?.map((one) => one.seq)

test('events that follow each other are known, from the first of them on', () => {
  const recent = new RecentEvents()
  expect(after(recent, 0)).toBeUndefined()
  recent.add(thread, 5, [event('a'), event('b')], 1)
  recent.add(thread, 7, [event('c')], 1)
  expect(after(recent, 3)).toBeUndefined()
  expect(after(recent, 4)).toEqual([5, 6, 7])
  expect(after(recent, 4, 2)).toEqual([5, 6])
  expect(after(recent, 6)).toEqual([7])
  // There may be more by others.
  expect(after(recent, 7)).toBeUndefined()
})

test('a gap begins again, and commits that are heard of in another order are left to the database', () => {
  const recent = new RecentEvents()
  recent.add(thread, 1, [event('a')], 1)
  recent.add(thread, 3, [event('c')], 1)
  expect(after(recent, 0)).toBeUndefined()
  expect(after(recent, 2)).toEqual([3])
  recent.add(thread, 2, [event('b')], 1)
  for (const seq of [0, 1, 2]) expect(after(recent, seq)).toBeUndefined()
  recent.add(thread, 4, [event('d')], 1)
  expect(after(recent, 2)).toBeUndefined()
  expect(after(recent, 3)).toEqual([4])
  // Whoever needs 5 and 6 must not be told of 5 alone.
  recent.add(thread, 6, [event('f')], 1)
  recent.add(thread, 5, [event('e')], 1)
  expect(after(recent, 4)).toBeUndefined()
})

test('what another process may have written is forgotten, and large events are not kept', () => {
  const recent = new RecentEvents()
  recent.add(thread, 1, [event('a')], 1)
  recent.forget(thread)
  expect(after(recent, 0)).toBeUndefined()
  recent.add(thread, 2, [event('b')], 20_000)
  expect(after(recent, 1)).toBeUndefined()
  recent.add(thread, 3, [event('c')], 1)
  expect(after(recent, 1)).toBeUndefined()
  expect(after(recent, 2)).toEqual([3])
})
