import { expect, test } from 'vitest'
import { aCall, anApproval, aThread, callId, threadA } from '../testing/views.ts'
import { reduce } from './reduce.ts'
import { emptyView } from './view.ts'
import type { View } from './view.ts'
import type { ServerMessage } from '@countersign/protocol'
import { createWaitingPages } from './waiting-pages.ts'

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
  const pages = createWaitingPages()
  expect(pages({ ...listed, more: true })).toBeNull()
  expect(
    pages({ type: 'waiting', approvals: [anApproval(second)], calls: [second], interrupted: [aCall('cut')] }),
  ).toMatchObject({
    calls: [{ id: first.id }, { id: second.id }],
    interrupted: [{ id: callId('cut') }],
  })
})
