import { ThreadId, UserId, type ServerMessage } from '@countersign/protocol'
import { expect, test, vi } from 'vitest'
import { clientCommands } from '../features/threads/client-commands.ts'
import { followCommands, threadTopic } from '../features/threads/thread-topic.ts'
import type { NumberedEvent } from '../turns/outbox.ts'
import type { ThreadView } from '@countersign/protocol'
import { openConnection } from './connection.ts'
import { FRAME_LIMIT } from './read-command.ts'

interface Told {
  readonly read?: () => Promise<readonly NumberedEvent[]>
  readonly failed?: (what: string, cause: unknown) => void
}

/** A connection on a socket that never gets rid of anything, with a server that never gets to an answer. */
function open({ backlog = 0, read, failed }: { backlog?: number } & Told = {}) {
  const sent: ServerMessage[] = []
  const closed: number[] = []
  const topic = threadTopic(
    { get: () => Promise.resolve({} as ThreadView) }, // only that there is one counts
    { read: read ?? (() => new Promise(() => undefined)) },
  )
  const clients = clientCommands(
    {
      join: () => ({
        offer: () => new Promise(() => undefined),
        finish: () => false,
        leave: () => undefined,
      }),
    },
    topic,
  )
  const commands = [...clients.commands, ...followCommands(topic)]
  const connection = openConnection(
    {
      actor: { user: UserId.parse('usr_1'), role: 'owner', via: 'host' },
      commands: new Map(commands.map((one) => [one.contract.schema.shape.type.value, one])),
      connected: [(client) => clients.connected(client)],
      personProblem: () => Promise.resolve(undefined),
      clock: { now: () => 1 },
      version: '1',
      boot: 'b',
      log: { warn: () => undefined },
      failed:
        failed ??
        ((what, cause) => {
          throw new Error(what, { cause })
        }),
    },
    {
      send: (text) => void sent.push(JSON.parse(text) as ServerMessage), // written a moment ago
      backlog,
      close: (code) => void closed.push(code),
    },
  )
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
  const told: NumberedEvent = { threadId: thread, seq: 1, event: { type: 'thread_deleted' } }
  const answers = [
    () => Promise.resolve([]),
    () => Promise.reject(new Error('the connection broke')),
    () => Promise.resolve([told]),
  ]
  const { connection, sent } = open({
    read: () => answers.shift()?.() ?? Promise.resolve([]),
    failed: (what) => void failures.push(what),
  })
  const subscribe = { type: 'subscribe', thread_id: thread, after_seq: 0, request_id: 'r' }
  await connection.receive(JSON.stringify(subscribe))
  connection.hint(`thread:${thread}`)
  await vi.advanceTimersByTimeAsync(0)
  expect(failures).toEqual(['sending events'])
  expect(sent.map(({ type }) => type)).not.toContain('event')
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.at(-1)).toMatchObject({ type: 'event', seq: 1 })
  connection.left()
  vi.useRealTimers()
})
