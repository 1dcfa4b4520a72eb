import { expect, test } from 'vitest'
import { ApprovalState, ApprovalView, CallState, CallView } from './calls.ts'
import { aCall, anApproval } from './testing/views.ts'

const signature = { via: 'person', by: 'ada', at: 1 } as const

test.each(CallState.options)('a call that is %s says all that its state has', (state) => {
  const call = aCall('x', { state })
  expect(CallView.parse(call)).toEqual(call)
})

test.each([
  ['waits, with a signature', { ...aCall('x'), signature }],
  ['waits, and has begun', { ...aCall('x'), started_at: 1 }],
  ['waits, and has a result', { ...aCall('x'), preview: 'ok' }],
  ['is approved by nobody', { ...aCall('x', { state: 'approved' }), signature: null }],
  ['runs, and never began', { ...aCall('x', { state: 'running' }), started_at: null }],
  ['runs, and has ended', { ...aCall('x', { state: 'running' }), ended_at: 2 }],
  ['succeeded with an error', { ...aCall('x', { state: 'succeeded' }), error_code: 'tool_error' }],
  ['succeeded, and never began', { ...aCall('x', { state: 'succeeded' }), started_at: null }],
  ['failed for no reason', { ...aCall('x', { state: 'failed' }), error_code: null }],
  ['was denied by nobody', { ...aCall('x', { state: 'denied' }), signature: null }],
  ['was denied after it began', { ...aCall('x', { state: 'denied' }), started_at: 1 }],
  ['was cut off undecided', { ...aCall('x', { state: 'interrupted' }), decision: null }],
  ['has no state', { ...aCall('x'), state: undefined }],
])('no call %s', (_name, call) => {
  expect(CallView.safeParse(call).success).toBe(false)
})

test('a call that failed before it began was decided by nobody', () => {
  const call = aCall('x', { state: 'failed', decision: null, started_at: null, error_code: 'unknown_tool' })
  expect(CallView.parse(call)).toEqual(call)
})

test('what a state does not have is dropped', () => {
  const extra = { undo: 'done', found: { kind: 'path', action: 'Read', paths: [] } }
  expect(CallView.parse({ ...aCall('x'), ...extra })).toEqual(aCall('x'))
})

test.each(ApprovalState.options)('a question can be %s', (state) => {
  const approval = { ...anApproval(aCall('x')), expires_at: 5, state }
  expect(ApprovalView.parse(approval)).toEqual(approval)
})

test('a question that waits for ever never expires', () => {
  const approval = { ...anApproval(aCall('x')), state: 'expired' }
  expect(approval.expires_at).toBeNull()
  expect(ApprovalView.safeParse(approval).success).toBe(false)
})
