/** @module-tag slow */
import { expect, test } from 'vitest'
import { effectsDiffer } from './judge.ts'
import { notFlat } from './memory.ts'
import { soak } from './soak.ts'

/** The shortest form of `npm run soak`: one round of activity, at least one kill, and all checks afterwards. */
test('people, a kill and broken lines on two processes: nothing stuck, lost or done twice', async () => {
  const outcome = await soak({ minutes: 0, round: 4, clients: 3, seed: 7, say: () => undefined })
  expect(outcome.wrong).toEqual([])
  expect(outcome.kills).toBeGreaterThan(0)
  expect(outcome.turns).toBeGreaterThan(0)
  expect(outcome.events).toBeGreaterThan(0)
  expect(outcome.samples).toHaveLength(1)
}, 180_000)

const row = (state: string) => ({ id: 'call_1', command: 'echo t1 >> effects.log', state })

test.each([
  ['done once', [row('succeeded')], ['t1'], 0],
  ['cut off, done or not', [row('interrupted')], [], 0],
  ['done again because a person said so', [row('abandoned'), row('succeeded')], ['t1'], 0],
  ['done twice', [row('succeeded')], ['t1', 't1'], 1],
  ['done though it was refused', [row('denied')], ['t1'], 1],
  ['said to be done and not done', [row('succeeded')], [], 1],
  ['done and written nowhere', [], ['t1'], 1],
])('effects: %s', (_what, rows, lines, wrong) => {
  expect(effectsDiffer(rows, lines)).toHaveLength(wrong)
})

const LEVEL = {
  rss: 2e8,
  heap: 7e7,
  outside: 1e7,
  timers: 9,
  sockets: 9,
  handles: 2,
  listeners: 13,
  processor: 1,
  connections: 9,
}

test('what rises is told, what only goes up and down is not', () => {
  const samples = (heap: (minute: number) => number) =>
    Array.from({ length: 30 }, (_, minute) => ({ minute, facts: { ...LEVEL, heap: heap(minute) } }))
  expect(notFlat(samples((minute) => 7e7 + (minute % 2) * 5e6))).toEqual([])
  expect(notFlat(samples((minute) => 7e7 + minute * 1e6))).toEqual([expect.stringContaining('heap rose')])
})
