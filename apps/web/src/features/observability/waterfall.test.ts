import { ThreadId, type ObservedCall } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { withErrorsFirst } from './use-observed.ts'
import { barOf, windowOf } from './waterfall.ts'

function aCall(id: string, given: Partial<ObservedCall> = {}): ObservedCall {
  return {
    id,
    kind: 'tool',
    thread_id: ThreadId.parse(`thr_${'0'.repeat(32)}`),
    thread_title: 'A chat',
    turn_id: null,
    name: 'files.read',
    title: 'Read a file',
    state: 'done',
    problem: null,
    decision: 'run',
    reason: null,
    at: 0,
    started_at: 0,
    ended_at: 100,
    waiting_ms: 0,
    work_ms: 100,
    bytes: 1,
    input_tokens: null,
    output_tokens: null,
    cost_usd: null,
    ...given,
  }
}

test('errors come first, however old, and none comes twice', () => {
  const old = aCall('old', { state: 'error' })
  const seen = aCall('seen', { state: 'error' })
  const calls = [aCall('a'), seen, aCall('b')]
  expect(withErrorsFirst([seen, old], calls).map(({ id }) => id)).toEqual(['seen', 'old', 'a', 'b'])
})

test('a bar has the time of waiting before that of work, within the window', () => {
  const asked = aCall('asked', { at: 100, waiting_ms: 50, work_ms: 50, ended_at: 200 })
  const window = windowOf([asked, aCall('first')], 1000)
  expect(window).toEqual({ from: 0, to: 200 })
  expect(barOf(asked, window, 1000)).toEqual({ from: 50, waited: 25, worked: 25 })
})

test('a call before the window has no bar, and a short one is still seen', () => {
  const window = { from: 1000, to: 11_000 }
  expect(barOf(aCall('old'), window, 20_000)).toBeNull()
  const bar = barOf(aCall('short', { at: 10_999, ended_at: 11_000, work_ms: 1 }), window, 20_000)
  expect(bar?.worked).toBeGreaterThan(0.5)
  expect((bar?.from ?? 0) + (bar?.worked ?? 0)).toBeLessThanOrEqual(100.0001)
})
