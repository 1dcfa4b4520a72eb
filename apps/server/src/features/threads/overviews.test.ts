import { CallId, UserId } from '@countersign/protocol'
import { expect, test, vi } from 'vitest'
import { gatherTime, openOverviews } from './overviews.ts'

const me = UserId.parse('usr_1')
const you = UserId.parse('usr_2')
const call = (name: string) => CallId.parse(`call_${name}`)

/** Lists in the test's hands: reads wait until they are let go. */
function setUp() {
  const reads = { list: 0, among: 0 }
  const gates: (() => void)[] = []
  const overviews = openOverviews({
    threads: {
      list: async () => {
        reads.list += 1
        await new Promise<void>((open) => gates.push(open))
        return []
      },
      among: async () => [],
    },
    approvals: {
      waiting: async () => ({ approvals: [], calls: [], interrupted: [], next: null }),
      waitingAmong: async () => {
        reads.among += 1
        return { approvals: [], calls: [], interrupted: [] }
      },
    },
    failed: () => undefined,
  })
  const client = (user: UserId) => {
    const heard: string[] = []
    const leave = overviews.join(user, (text) => heard.push(/"type":"(\w+)"/.exec(text)?.[1] ?? ''))
    return { heard, leave }
  }
  const letGo = () => {
    for (const open of gates.splice(0)) open()
  }
  return { overviews, reads, client, letGo }
}

test('a change is read once, however many clients there are, and only by those whom it concerns', async () => {
  const { overviews, reads, client, letGo } = setUp()
  const mine = [client(me), client(me), client(me)]
  const yours = client(you)
  letGo()
  await vi.waitFor(() => expect(yours.heard).toEqual(['threads', 'waiting']))
  overviews.changed(me, { calls: [call('a')], threads: [] })
  for (const { heard } of mine)
    await vi.waitFor(() => expect(heard).toEqual(['threads', 'waiting', 'waiting_changed']))
  expect(reads).toEqual({ list: 4, among: 1 })
  expect(yours.heard).toEqual(['threads', 'waiting'])
})

test('a change that comes while the whole is on its way is heard after it', async () => {
  const { overviews, reads, client, letGo } = setUp()
  const { heard } = client(me)
  overviews.changed(me, { calls: [call('a')], threads: [] })
  await vi.waitFor(() => expect(reads.among).toBe(1))
  expect(heard).toEqual([])
  letGo()
  await vi.waitFor(() => expect(heard).toEqual(['threads', 'waiting', 'waiting_changed']))
})

test('who left hears nothing more, and the last one leaves nothing behind', async () => {
  const { overviews, reads, client, letGo } = setUp()
  const { heard, leave } = client(me)
  leave()
  letGo()
  overviews.changed(me, { calls: [call('a')], threads: [] })
  await new Promise((resume) => setImmediate(resume))
  expect(heard).toEqual([])
  expect(reads.among).toBe(0)
})

test('changes for many screens are gathered, for a few they go out at once', async () => {
  expect([1, 20, 100, 1000, 5000].map(gatherTime)).toEqual([0, 0, 20, 200, 250])
  const { overviews, reads, client, letGo } = setUp()
  const screens = Array.from({ length: 100 }, () => client(me))
  letGo()
  await vi.waitFor(() => expect(screens.at(-1)?.heard).toEqual(['threads', 'waiting']))
  for (let index = 0; index < 10; index += 1) {
    overviews.changed(me, { calls: [call(`c${index}`)], threads: [] })
    await Promise.resolve()
  }
  await vi.waitFor(() => expect(reads.among).toBe(2))
  for (const { heard } of screens)
    await vi.waitFor(() => expect(heard.filter((type) => type === 'waiting_changed')).toHaveLength(2))
})
