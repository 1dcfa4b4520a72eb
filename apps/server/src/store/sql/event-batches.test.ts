import type { ThreadId, TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { EventBatches, type Added, type LiveEvent } from './event-batches.ts'

const eventOf = (turn: string): LiveEvent => ({
  lease: { turnId: turn as TurnId, epoch: 1 }, // any text will do here
  text: '{}',
})
const added = ({ lease }: LiveEvent, seq: number): Added => ({
  thread: `of ${lease.turnId}` as ThreadId,
  seq,
}) // the same

test('what comes in the same moment is one statement, also out of several timers', async () => {
  const statements: number[] = []
  const batches = new EventBatches(
    (all) => {
      statements.push(all.length)
      return Promise.resolve(all.map((one, index) => added(one, index)))
    },
    () => Promise.reject(new Error('nothing is added alone')),
  )
  const later = (turn: string) =>
    new Promise<Added>((resolve, reject) => {
      setTimeout(() => void batches.add(eventOf(turn)).then(resolve, reject), 1)
    })
  const all = [later('a'), later('b'), later('c')]
  // All three timers are due before the first of them runs.
  const due = performance.now() + 5
  while (performance.now() < due);
  const answers = await Promise.all(all)
  expect(statements).toEqual([3])
  expect(answers).toEqual([
    { thread: 'of a', seq: 0 },
    { thread: 'of b', seq: 1 },
    { thread: 'of c', seq: 2 },
  ])
})

test('one alone, and one whose thread is held, is added alone; a failure reaches those that it concerns', async () => {
  const alone: string[] = []
  let isAway = false
  const batches = new EventBatches(
    (all) =>
      isAway
        ? Promise.reject(new Error('away'))
        : Promise.resolve(all.map((one) => (one.lease.turnId === 'held' ? undefined : added(one, 1)))),
    (one) => {
      alone.push(one.lease.turnId)
      return one.lease.turnId === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve(added(one, 2))
    },
  )
  expect(await batches.add(eventOf('a'))).toEqual({ thread: 'of a', seq: 2 })
  const [free, held] = await Promise.all([batches.add(eventOf('b')), batches.add(eventOf('held'))])
  expect([free.seq, held.seq]).toEqual([1, 2])
  await expect(batches.add(eventOf('bad'))).rejects.toThrow('bad')
  expect(alone).toEqual(['a', 'held', 'bad'])
  isAway = true
  const both = await Promise.allSettled([batches.add(eventOf('c')), batches.add(eventOf('d'))])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
