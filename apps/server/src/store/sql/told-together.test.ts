import type { ThreadId, TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { ToldTogether, type Telling, type Told } from './told-together.ts'

const telling = (turn: string): Telling => ({
  lease: { turnId: turn as TurnId, epoch: 1 }, // any text will do here
  text: '{}',
})
const told = ({ lease }: Telling, seq: number): Told => ({ thread: `of ${lease.turnId}` as ThreadId, seq }) // the same

test('what comes in the same moment is one statement, also out of several timers', async () => {
  const statements: number[] = []
  const together = new ToldTogether(
    (all) => {
      statements.push(all.length)
      return Promise.resolve(all.map((one, index) => told(one, index)))
    },
    () => Promise.reject(new Error('nothing is told alone')),
  )
  const later = (turn: string) =>
    new Promise<Told>((resolve, reject) => {
      setTimeout(() => void together.tell(telling(turn)).then(resolve, reject), 1)
    })
  const answers = await Promise.all([later('a'), later('b'), later('c')])
  expect(statements).toEqual([3])
  expect(answers).toEqual([
    { thread: 'of a', seq: 0 },
    { thread: 'of b', seq: 1 },
    { thread: 'of c', seq: 2 },
  ])
})

test('one alone, and one whose thread is held, is told alone; a failure reaches those that it concerns', async () => {
  const alone: string[] = []
  let isAway = false
  const together = new ToldTogether(
    (all) =>
      isAway
        ? Promise.reject(new Error('away'))
        : Promise.resolve(all.map((one) => (one.lease.turnId === 'held' ? undefined : told(one, 1)))),
    (one) => {
      alone.push(one.lease.turnId)
      return one.lease.turnId === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve(told(one, 2))
    },
  )
  expect(await together.tell(telling('a'))).toEqual({ thread: 'of a', seq: 2 })
  const [free, held] = await Promise.all([together.tell(telling('b')), together.tell(telling('held'))])
  expect([free.seq, held.seq]).toEqual([1, 2])
  await expect(together.tell(telling('bad'))).rejects.toThrow('bad')
  expect(alone).toEqual(['a', 'held', 'bad'])
  isAway = true
  const both = await Promise.allSettled([together.tell(telling('c')), together.tell(telling('d'))])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
