import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSweep, type SweepParts } from './sweep.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function parts(done: string[], broken: ReadonlySet<string> = new Set()): SweepParts {
  const work = (name: string) => () => {
    done.push(name)
    return broken.has(name) ? Promise.reject(new Error(name)) : Promise.resolve()
  }
  const nothing = { interrupted: 0, resumed: 0, turns: 0 }
  return {
    recovery: { recover: () => work('recover')().then(() => nothing) },
    approvals: { expireDue: () => work('expire')().then(() => 0) },
    prune: work('prune'),
    wake: () => void done.push('wake'),
    failed: (what) => void done.push(`failed: ${what}`),
  }
}

test('twice a second: recover, expire, wake', async () => {
  const done: string[] = []
  const sweep = startSweep(parts(done))
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['recover', 'expire', 'wake', 'recover', 'expire', 'wake'])
  await sweep.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(done).toHaveLength(6)
})

test('one part that fails does not keep the others from their work', async () => {
  const done: string[] = []
  const sweep = startSweep(parts(done, new Set(['recover'])))
  await vi.advanceTimersByTimeAsync(500)
  expect(done).toEqual(['recover', 'failed: taking up what a dead process left', 'expire', 'wake'])
  await sweep.stop()
})

test('now and then it prunes', async () => {
  const done: string[] = []
  const sweep = startSweep(parts(done))
  await vi.advanceTimersByTimeAsync(601_000)
  expect(done.filter((name) => name === 'prune')).toHaveLength(1)
  await sweep.stop()
})
