import { TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { TurnQueue } from './turn-queue.ts'

const TURN = TurnId.parse('trn_0')

/** A queue, what was written in it, and a writer that works until it is let go. */
function busyQueue() {
  const queue = new TurnQueue<string>()
  const written: string[] = []
  const busy = Promise.withResolvers<void>()
  const first = queue.inOrder(TURN, () => busy.promise)
  const job = (name: string) => queue.together(TURN, name, async (jobs) => void written.push(jobs.join(' ')))
  const writer = (name: string) => queue.inOrder(TURN, async () => void written.push(name))
  return { queue, written, job, writer, letGo: () => busy.resolve(), first }
}

test('jobs that come while a writer works are one write, in order of arrival', async () => {
  const { written, job, letGo, first } = busyQueue()
  const jobs = ['a', 'b', 'c'].map(job)
  expect(written).toEqual([])
  letGo()
  await Promise.all([first, ...jobs])
  expect(written).toEqual(['a b c'])
})

test('a writer keeps its place: jobs after it are not done before it', async () => {
  const { written, job, writer, letGo, first } = busyQueue()
  const all = [job('a'), job('b'), writer('alone'), job('c'), job('d')]
  letGo()
  await Promise.all([first, ...all])
  expect(written).toEqual(['a b', 'alone', 'c d'])
})

test('a job that meets no writer is done at once, and those that come meanwhile follow it', async () => {
  const queue = new TurnQueue<string>()
  const written: string[] = []
  const job = (name: string) => queue.together(TURN, name, async (jobs) => void written.push(jobs.join(' ')))
  await Promise.all(['a', 'b', 'c'].map(job))
  expect(written).toEqual(['a', 'b c'])
})

test('so many jobs are several writes', async () => {
  const { written, job, letGo, first } = busyQueue()
  const names = Array.from({ length: 45 }, (_, index) => `${index}`)
  const jobs = names.map(job)
  letGo()
  await Promise.all([first, ...jobs])
  expect(written.map((one) => one.split(' ').length)).toEqual([20, 20, 5])
  expect(written.join(' ')).toBe(names.join(' '))
})

test('a write that fails lets the next one work', async () => {
  const { queue, written, job, letGo, first } = busyQueue()
  const broken = queue.together(TURN, 'a', () => Promise.reject(new Error('no')))
  const writer = queue.inOrder(TURN, async () => void written.push('alone'))
  const after = job('b')
  letGo()
  await expect(broken).rejects.toThrow('no')
  await Promise.all([first, writer, after])
  expect(written).toEqual(['alone', 'b'])
})
