import { CallId, ThreadId, UserId, type ServerMessage } from '@countersign/protocol'
import { expect, test, vi } from 'vitest'
import type { WaitingList } from '../../gate/ports.ts'
import { openOverview, type OverviewParts } from './overview.ts'

const user = UserId.parse('usr_1')
const thread = ThreadId.parse('thr_1')
const call = (name: string) => CallId.parse(`call_${name}`)
const EMPTY: WaitingList = { approvals: [], calls: [], interrupted: [] }

/** Lists in the test's hands; what is sent is kept. */
function setUp(over: Partial<OverviewParts> = {}) {
  const sent: ServerMessage[] = []
  const asked: (readonly CallId[])[] = []
  const failures: string[] = []
  const overview = openOverview({
    user,
    threads: { list: async () => [], among: async () => [] },
    approvals: {
      waiting: async (_user, { after }) => ({ ...EMPTY, next: after === undefined ? '250' : null }),
      waitingAmong: async (_user, ids) => {
        asked.push(ids)
        return EMPTY
      },
    },
    send: (message) => void sent.push(message),
    failed: (what) => void failures.push(what),
    ...over,
  })
  return { overview, sent, asked, failures }
}

test('everything once, page by page', async () => {
  const { overview, sent } = setUp()
  overview.changed({ calls: 'any', threads: 'any' })
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.map(({ type }) => type)).toEqual(['threads', 'waiting', 'waiting'])
  expect(sent.map((message) => 'more' in message && message.more)).toEqual([false, true, false])
})

test('then only what changed; what is not there any more is said to be gone', async () => {
  const { overview, sent } = setUp()
  overview.changed({ calls: [call('a')], threads: [thread] })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { type: 'threads_changed', threads: [], gone: [thread] },
    { type: 'waiting_changed', approvals: [], calls: [], interrupted: [], gone: [call('a')] },
  ])
})

test('a burst is a few messages, and its last change is never missed', async () => {
  const { overview, sent, asked } = setUp()
  const ids = Array.from({ length: 1000 }, (_none, index) => call(String(index)))
  for (const id of ids) overview.changed({ calls: [id], threads: [] })
  await vi.waitFor(() => expect(asked.flat()).toHaveLength(1000))
  overview.changed({ calls: [call('last')], threads: [] })
  await vi.waitFor(() => expect(asked.flat()).toContain(call('last')))
  expect(sent.length).toBeLessThan(10)
  expect(new Set(asked.flat()).size).toBe(1001)
})

test('after a look that failed the lists are sent whole', async () => {
  let broken = true
  const { overview, sent, failures } = setUp({
    threads: {
      list: async () => [],
      among: async () => {
        if (broken) throw new Error('the database is away')
        return []
      },
    },
  })
  overview.changed({ calls: [], threads: [thread] })
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  broken = false
  await vi.waitFor(
    () => expect(sent.map(({ type }) => type)).toEqual(['threads', 'waiting', 'waiting']),
    5000,
  )
})

test('a client that left is sent nothing', async () => {
  const { overview, sent, asked } = setUp()
  overview.close()
  overview.changed({ calls: [call('a')], threads: 'any' })
  await new Promise((resume) => setImmediate(resume))
  expect([sent, asked]).toEqual([[], []])
})
