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

test('what is kept of a thread is bounded, by number and by length, and stays without a gap', () => {
  const recent = new RecentEvents()
  for (let seq = 1; seq <= 100; seq += 1) recent.add(thread, seq, [event('x')], 1)
  expect(after(recent, 67)).toBeUndefined()
  expect(after(recent, 68)).toEqual(Array.from({ length: 32 }, (_, index) => 69 + index))
  for (let seq = 101; seq <= 106; seq += 1) recent.add(thread, seq, [event('x')], 15_000)
  expect(after(recent, 101)).toBeUndefined()
  expect(after(recent, 102)).toEqual([103, 104, 105, 106])
  // One that does not fit at all is not kept, and neither is what would leave a gap before the next.
  recent.add(thread, 107, [event('x')], 16_001)
  for (const seq of [102, 106]) expect(after(recent, seq)).toBeUndefined()
  recent.add(
    thread,
    108,
    Array.from({ length: 33 }, () => event('x')),
    33,
  )
  expect(after(recent, 107)).toBeUndefined()
  recent.add(thread, 141, [event('x')], 1)
  expect(after(recent, 107)).toBeUndefined()
  expect(after(recent, 140)).toEqual([141])
})

test('whatever order processes, commits and readers have, a reader that follows hints misses nothing', () => {
  // A thread as the database has it, written by this process and another; a small generator makes the orders.
  let state = 7
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % limit
  }
  for (let round = 0; round < 300; round += 1) {
    const recent = new RecentEvents()
    const stored: string[] = []
    const unreported: (() => void)[] = []
    let seen: string[] = []
    const read = () => {
      const known = recent.after(thread, seen.length, 500)
      const found =
        known ??
        stored.slice(seen.length).map((text, at) => ({ seq: seen.length + at + 1, event: event(text) }))
      for (const { seq, event: one } of found) {
        expect(seq).toBe(seen.length + 1)
        seen = [...seen, one.type === 'chunk' ? one.text : '']
      }
    }
    for (let step = 0; step < 60; step += 1) {
      const first = stored.length + 1
      const texts = Array.from({ length: 1 + below(3) }, (_, at) => `${first + at}`)
      const act = below(10)
      if (act < 4) {
        stored.push(...texts)
        const size = below(12) === 0 ? 20_000 : 1000 * below(5)
        unreported.push(() => {
          recent.add(thread, first, texts.map(event), size)
          read()
        })
      } else if (act < 6) {
        stored.push(...texts)
        unreported.push(() => {
          recent.forget(thread)
          read()
        })
      } else if (act < 9) unreported.splice(below(unreported.length), 1)[0]?.()
      else read()
    }
    while (unreported.length > 0) unreported.splice(below(unreported.length), 1)[0]?.()
    expect(seen).toEqual(stored)
  }
})
