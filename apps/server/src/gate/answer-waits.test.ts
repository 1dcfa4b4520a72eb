import type { StoredCall } from '@countersign/agent'
import { CallId } from '@countersign/protocol'
import { expect, test, vi } from 'vitest'
import { answerWaits, type WaitedCalls } from './answer-waits.ts'

const call = (index: number) => CallId.parse(`call_${index}`)

/** Rows in the test's hands, and how often they were looked at. */
function setUp() {
  const states = new Map<CallId, StoredCall['state']>()
  const looks = { find: 0, among: 0 }
  const calls: WaitedCalls = {
    find: async (id) => {
      looks.find += 1
      return { state: states.get(id) ?? 'waiting' } as StoredCall // the waits read nothing else of it
    },
    settledAmong: async (ids) => {
      looks.among += 1
      return ids.filter((id) => (states.get(id) ?? 'waiting') !== 'waiting')
    },
  }
  const failed = vi.fn<(what: string, cause: unknown) => void>()
  return { waits: answerWaits(calls, failed), states, looks, failed }
}

const never = new AbortController().signal

test('a hint for one call looks at that call alone', async () => {
  const { waits, states, looks } = setUp()
  const parked = Array.from({ length: 1000 }, (_none, index) => waits.settled(call(index), never))
  await vi.waitFor(() => expect(looks.find).toBe(1000))
  states.set(call(7), 'approved')
  waits.wake([call(7)])
  expect((await parked[7])?.state).toBe('approved')
  expect(looks).toEqual({ find: 1001, among: 0 })
})

test('the safety net asks once for all of them and wakes those who were answered', async () => {
  const { waits, states, looks } = setUp()
  const parked = Array.from({ length: 1000 }, (_none, index) => waits.settled(call(index), never))
  await vi.waitFor(() => expect(looks.find).toBe(1000))
  states.set(call(3), 'denied')
  waits.wake('any')
  waits.wake('any')
  expect((await parked[3])?.state).toBe('denied')
  expect(looks).toEqual({ find: 1001, among: 1 })
})

test('an answer between the look and the sleep is not missed', async () => {
  const { waits, states, looks } = setUp()
  const settled = waits.settled(call(1), never)
  // The look is under way and still sees the row as it was.
  states.set(call(1), 'approved')
  waits.wake([call(1)])
  expect((await settled).state).toBe('approved')
  expect(looks.find).toBeLessThanOrEqual(2)
})

test('who gives up leaves nothing behind', async () => {
  const { waits, looks } = setUp()
  const stop = new AbortController()
  const settled = waits.settled(call(1), stop.signal)
  await vi.waitFor(() => expect(looks.find).toBe(1))
  stop.abort(new Error('stopped'))
  await expect(settled).rejects.toThrow('stopped')
  waits.wake('any')
  expect(looks).toEqual({ find: 1, among: 0 })
})

test('a look that fails is told, and the next one is made', async () => {
  const states = new Map<CallId, StoredCall['state']>()
  let broken = true
  const failed = vi.fn<(what: string, cause: unknown) => void>()
  const waits = answerWaits(
    {
      find: async (id) => ({ state: states.get(id) ?? 'waiting' }) as StoredCall, // the waits read nothing else of it
      settledAmong: async (ids) => {
        if (broken) throw new Error('the database is away')
        return ids
      },
    },
    failed,
  )
  const settled = waits.settled(call(1), never)
  waits.wake('any')
  await vi.waitFor(() => expect(failed).toHaveBeenCalled())
  broken = false
  states.set(call(1), 'expired')
  await vi.waitFor(() => {
    waits.wake('any')
    return expect(settled).resolves.toMatchObject({ state: 'expired' })
  })
})
