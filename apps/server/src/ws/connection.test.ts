import { ThreadId, UserId, type ServerMessage } from '@countersign/protocol'
import { expect, test, vi } from 'vitest'
import { FRAME_LIMIT, openConnection, type ConnectionParts } from './connection.ts'

/** A connection on a socket that never gets rid of anything, with a server that never gets to an answer. */
function open({ backlog = 0, more = {} }: { backlog?: number; more?: object } = {}) {
  const sent: ServerMessage[] = []
  const closed: number[] = []
  const parts = {
    user: UserId.parse('usr_1'),
    clients: {
      join: () => ({
        offer: () => new Promise(() => undefined),
        finish: () => false,
        leave: () => undefined,
      }),
    },
    overviews: { join: () => () => undefined },
    mayNot: () => Promise.resolve(undefined),
    clock: { now: () => 1 },
    version: '1',
    boot: 'b',
    failed: (what, cause) => {
      throw new Error(what, { cause })
    },
  } satisfies Partial<ConnectionParts>
  const all = { ...parts, ...more } as unknown as ConnectionParts // the rest is only asked for by commands that are not sent here
  const connection = openConnection(all, {
    send: (text) => void sent.push(JSON.parse(text) as ServerMessage), // written a moment ago
    backlog,
    close: (code) => void closed.push(code),
  })
  return { connection, sent, closed }
}

test('a message that is too long is refused unread, and the connection goes on', async () => {
  const { connection, sent, closed } = open()
  await connection.receive('x'.repeat(FRAME_LIMIT + 1))
  await connection.receive('x')
  const codes = sent.flatMap((message) => (message.type === 'error' ? [message.error.code] : []))
  expect(codes).toEqual(['too_large', 'bad_message'])
  expect(closed).toEqual([])
})

test('who sends more commands than may wait is cut off', () => {
  const { connection, closed } = open()
  const command = JSON.stringify({ type: 'manifest', request_id: 'r', tools: [] })
  for (let left = 10_000; left > 0; left -= 1) void connection.receive(command)
  expect(closed).toEqual([])
  void connection.receive(command)
  expect(closed).toEqual([1008])
})

test('who reads too slowly is sent away instead of being sent more', () => {
  const { sent, closed } = open({ backlog: 20_000_001 })
  expect(sent).toEqual([])
  expect(closed).toEqual([1013])
})

test('events that could not be read are read again, though nothing says that there are any', async () => {
  vi.useFakeTimers()
  const thread = ThreadId.parse('thr_1')
  const failures: string[] = []
  const told = { threadId: thread, seq: 1, event: { type: 'thread_deleted' } }
  const answers = [() => [], () => Promise.reject(new Error('the connection broke')), () => [told]]
  const more = {
    threads: { get: () => Promise.resolve({}) },
    outbox: { read: () => Promise.resolve(answers.shift()?.() ?? []) },
    failed: (what: string) => void failures.push(what),
  }
  const { connection, sent } = open({ more })
  const subscribe = { type: 'subscribe', thread_id: thread, after_seq: 0, request_id: 'r' }
  await connection.receive(JSON.stringify(subscribe))
  connection.hint(thread)
  await vi.advanceTimersByTimeAsync(0)
  expect(failures).toEqual(['sending events'])
  expect(sent.map(({ type }) => type)).not.toContain('event')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.at(-1)).toMatchObject({ type: 'event', seq: 1 })
  connection.left()
  vi.useRealTimers()
})
