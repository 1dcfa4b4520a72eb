import { ThreadId, TurnId, UserId } from '@countersign/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClaimedTurn } from './ports.ts'
import { turnRunner, type RunnerParts } from './runner.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const CLAIMED: ClaimedTurn = {
  lease: { turnId: TurnId.parse('trn_1'), epoch: 1 },
  leaseLength: 15_000,
  turnId: TurnId.parse('trn_1'),
  threadId: ThreadId.parse('thr_1'),
  owner: UserId.parse('usr_1'),
  model: 'demo',
  effort: null,
  workspace: '/nowhere',
  mode: 'default',
  context: 'thread',
  messages: [],
  compact: false,
}

test('a turn that cannot even begin is not held: whoever finds its lease run out takes it up', async () => {
  const failures: string[] = []
  const claims: (ClaimedTurn | undefined)[] = [CLAIMED]
  let renewals = 0
  const parts = {
    processId: 'p',
    turns: {
      claim: () => Promise.resolve(claims.shift()),
      renew: () => {
        renewals += 1
        return Promise.resolve(true)
      },
    },
    clock: { now: () => 0 },
    elapsed: () => 0,
    own: [],
    gate: {},
    limits: () => Promise.reject(new Error('the database is away')),
    failed: (what: string) => void failures.push(what),
  } as unknown as RunnerParts // what comes after a beginning is never reached here
  const runner = turnRunner(parts)
  runner.wake()
  await vi.waitFor(() => expect(failures).toEqual(['turn trn_1']))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renewals).toBe(0)
  await runner.close()
})
