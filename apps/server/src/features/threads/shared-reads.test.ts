import { ThreadId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import type { NumberedEvent } from '../../turns/outbox.ts'
import { eventText, sharedReads } from './shared-reads.ts'

const thread = ThreadId.parse('thr_1')

function setUp() {
  const asked: number[] = []
  const shared = sharedReads({
    listen: () => () => undefined,
    async read(threadId, afterSeq) {
      asked.push(afterSeq)
      await new Promise((resume) => setImmediate(resume))
      return [{ threadId, seq: afterSeq + 1, event: { type: 'thread_deleted' } }]
    },
  })
  return { asked, read: (after: number) => shared.read(thread, after, 10) }
}

test('those who ask for the same in the same moment are answered by one read', async () => {
  const { asked, read } = setUp()
  const answers = await Promise.all([read(3), read(3), read(4), read(3)])
  expect(asked).toEqual([3, 4])
  expect(answers.map(([event]) => event?.seq)).toEqual([4, 4, 5, 4])
})

test('who comes later is not answered by a read that began before', async () => {
  const { asked, read } = setUp()
  const first = read(3)
  await new Promise((resume) => queueMicrotask(() => queueMicrotask(() => resume(undefined))))
  await Promise.all([first, read(3)])
  expect(asked).toEqual([3, 3])
})

test('those who waited for the same read ask for the next one together', async () => {
  const { asked, read } = setUp()
  const follow = async () => {
    await read(3)
    await read(4)
  }
  await Promise.all([follow(), follow(), follow()])
  expect(asked).toEqual([3, 4])
})

test('an event is written down once', () => {
  const event: NumberedEvent = { threadId: thread, seq: 1, event: { type: 'thread_deleted' } }
  expect(JSON.parse(eventText(event))).toEqual({
    type: 'event',
    thread_id: thread,
    seq: 1,
    event: { type: 'thread_deleted' },
  })
  expect(eventText(event)).toBe(eventText(event))
})
