import { expect, test } from 'vitest'
import { aCall, anApproval, aThread, callId, threadA } from '../../testing/views.ts'
import { reduce } from './reduce.ts'
import { emptyView } from './view.ts'
import type { View } from './view.ts'
import type { ServerMessage } from '../../events.ts'

const first = aCall('first')
const second = aCall('second')
const listed: ServerMessage = { type: 'waiting', approvals: [anApproval(first)], calls: [first] }

function after(...messages: readonly ServerMessage[]): View {
  return messages.reduce((view, message) => reduce(view, { type: 'server_said', message, now: 0 }), emptyView)
}

test('what waits changes by what is said of it, and the rest stays', () => {
  const asked = anApproval(second)
  const more = after(listed, { type: 'waiting_changed', approvals: [asked], calls: [second], gone: [] })
  expect(more.waiting.approvals.map((approval) => approval.tool_call_id)).toEqual([first.id, second.id])
  const later = { ...asked, expires_at: 99 }
  const kept = after(
    listed,
    { type: 'waiting_changed', approvals: [asked], calls: [second], gone: [] },
    { type: 'waiting_changed', approvals: [later], calls: [second], gone: [first.id] },
  )
  expect(kept.waiting.approvals).toEqual([later])
  expect([...kept.waiting.calls.keys()]).toEqual([second.id])
})

test('an answer that was under way is done when its card is gone', () => {
  const answer = { decision: 'allow_once', hash: 'c920' } as const
  const sending = reduce(after(listed), {
    type: 'answer_sent',
    call: first.id,
    answer,
    request: 'r1',
    now: 0,
  })
  const gone: ServerMessage = { type: 'waiting_changed', approvals: [], calls: [], gone: [first.id] }
  expect(reduce(sending, { type: 'server_said', message: gone, now: 0 }).answers.size).toBe(0)
})

test('threads come, change their place and go', () => {
  const a = aThread()
  const renamed = { ...a, title: 'other', updated_at: a.updated_at + 1 }
  const changed = after(
    { type: 'threads', threads: [a] },
    { type: 'threads_changed', threads: [renamed], gone: [] },
  )
  expect(changed.threads).toEqual([renamed])
  const gone = after(
    { type: 'threads', threads: [a] },
    { type: 'threads_changed', threads: [], gone: [threadA] },
  )
  expect(gone.threads).toEqual([])
})

test('a list in several messages is one list, and only when it is whole', () => {
  const page: ServerMessage = { ...listed, more: true }
  expect(after(page).waiting).toEqual(emptyView.waiting)
  const rest: ServerMessage = {
    type: 'waiting',
    approvals: [anApproval(second)],
    calls: [second],
    interrupted: [aCall('cut')],
  }
  const whole = after(page, rest)
  expect([...whole.waiting.calls.keys()]).toEqual([first.id, second.id])
  expect(whole.waiting.approvals.map(({ tool_call_id }) => tool_call_id)).toEqual([first.id, second.id])
  expect([...whole.waiting.interrupted.keys()]).toEqual([callId('cut')])
  expect([...after(page, rest, listed).waiting.calls.keys()]).toEqual([first.id])
})

test('a list that a lost line cut off does not get into the next one', () => {
  const lost = reduce(after({ ...listed, more: true }), { type: 'line_lost', now: 0, retryAt: 1 })
  const again: ServerMessage = { type: 'waiting', approvals: [anApproval(second)], calls: [second] }
  const view = reduce(lost, { type: 'server_said', message: again, now: 2 })
  expect([...view.waiting.calls.keys()]).toEqual([second.id])
})
