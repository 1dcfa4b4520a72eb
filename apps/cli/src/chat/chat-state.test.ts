import { CallView, ServerMessage, ThreadSnapshot } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { shellQuestion } from '../testing/questions.ts'
import { blockLines } from './block-lines.ts'
import {
  cutOffCalls,
  hear,
  isBusy,
  liveCalls,
  NOTHING_YET,
  openChat,
  ownQuestions,
  type ChatState,
} from './chat-state.ts'
import { plainText } from './lines.ts'
import { trackLines } from './track-lines.ts'

const thread = {
  id: 'thr_1',
  title: 'Chat',
  permission_mode: 'default',
  model: 'demo',
  workspace: '/w',
  created_at: 0,
  updated_at: 0,
}
const open = openChat(
  NOTHING_YET,
  ThreadSnapshot.parse({ thread, messages: [], calls: [], approvals: [], turn: null, streaming: '', seq: 0 }),
)

const call = (id: string, parent: string | null, state: string, at: number) =>
  CallView.parse({
    ...shellQuestion.call,
    id,
    parent_id: parent,
    state,
    tool: parent === null ? 'agent.run' : 'terminal.exec',
    specifier: id,
    proposed_at: at,
    decision: null,
  })

/** Events as the server numbers them. */
function heard(events: readonly unknown[], from: ChatState = open): ChatState {
  return events.reduce<ChatState>(
    (state, event, index) =>
      hear(state, ServerMessage.parse({ type: 'event', thread_id: 'thr_1', seq: index + 1, event })),
    from,
  )
}

const update = (one: CallView) => ({ type: 'tool_call_update', call: one })
const turn = (state: string, error: string | null = null) => ({
  type: 'turn_updated',
  turn: { id: 'trn_1', thread_id: 'thr_1', state, error },
})
const drawn = (state: ChatState) => state.blocks.map((block) => blockLines(block).map(plainText))

test('a call stays alive until all calls inside it are over, and is drawn once with them', () => {
  const running = [
    update(call('call_a', null, 'running', 1)),
    update(call('call_b', 'call_a', 'running', 2)),
    update(call('call_c', 'call_b', 'running', 3)),
  ]
  const before = heard(running)
  expect(drawn(before)).toEqual([])
  const [root] = liveCalls(before)
  expect(root && trackLines(root, before.calls.values()).map(plainText)).toEqual([
    '~ agent.run call_a  running',
    '  ~ terminal.exec call_b  running',
    '    ~ terminal.exec call_c  running',
  ])
  const after = heard([
    ...running,
    update(call('call_c', 'call_b', 'failed', 3)),
    update(call('call_a', null, 'succeeded', 1)),
    update(call('call_b', 'call_a', 'succeeded', 2)),
  ])
  expect(drawn(after)).toEqual([
    ['+ agent.run call_a  ran', '  + terminal.exec call_b  ran', '    ! terminal.exec call_c  failed'],
  ])
  expect(liveCalls(after)).toEqual([])
})

test('text is streamed, withdrawn, and replaced by its message; hearing an event twice changes nothing', () => {
  const chunk = { type: 'chunk', turn_id: 'trn_1', kind: 'text', text: 'Hel', parent_id: null, depth: 0 }
  const inside = { ...chunk, text: 'inner', parent_id: 'call_a', depth: 1 }
  const message = {
    id: 'msg_1',
    thread_id: 'thr_1',
    turn_id: 'trn_1',
    role: 'assistant',
    text: 'Hello',
    created_at: 1,
  }
  const streaming = heard([turn('running'), chunk, inside])
  expect(streaming.streaming).toBe('Hel')
  expect(isBusy(streaming)).toBe(true)
  const withdrawn = { type: 'chunk_withdrawn', turn_id: 'trn_1', parent_id: null }
  expect(heard([chunk, withdrawn]).streaming).toBe('')
  const done = heard([turn('running'), chunk, { type: 'message_added', message }, turn('done')])
  expect(done.streaming).toBe('')
  expect(isBusy(done)).toBe(false)
  expect(drawn(done)).toEqual([['Hello']])
  expect(heard([turn('running'), chunk], done)).toEqual(done)
})

test('an answer that was cut off has a mark', () => {
  const message = {
    id: 'msg_1',
    thread_id: 'thr_1',
    turn_id: 'trn_1',
    role: 'assistant',
    text: 'Hel',
    cut: 'stopped',
    created_at: 1,
  }
  expect(drawn(heard([turn('running'), { type: 'message_added', message }]))).toEqual([
    ['Hel', 'Cut off here.'],
  ])
})

test('an error of the provider is said, without what it might hide', () => {
  expect(drawn(heard([turn('failed', 'no\u001b[2Jkey')]))).toEqual([['no‹U+001B›[2Jkey']])
})

test('what waits comes in pages, changes piece by piece, and goes', () => {
  const { approval, call: asked } = shellQuestion
  const other = { ...asked, id: 'call_2', thread_id: 'thr_2' }
  const elsewhere = { ...approval, id: 'apr_2', tool_call_id: 'call_2', thread_id: 'thr_2' }
  const say = (state: ChatState, message: unknown) => hear(state, ServerMessage.parse(message))
  const first = say(open, { type: 'waiting', approvals: [approval], calls: [asked], more: true })
  const both = say(first, { type: 'waiting', approvals: [elsewhere], calls: [other] })
  expect([...both.waiting.keys()]).toEqual(['call_1', 'call_2'])
  expect(ownQuestions(both).map(({ call: one }) => one.id)).toEqual(['call_1'])
  const one = say(both, { type: 'waiting_changed', approvals: [], calls: [], gone: ['call_1'] })
  expect([...one.waiting.keys()]).toEqual(['call_2'])
  expect(say(one, { type: 'waiting', approvals: [], calls: [] }).waiting.size).toBe(0)
})

test('calls that a crash cut off are kept until they are settled', () => {
  const one = call('call_x', null, 'interrupted', 1)
  const two = call('call_y', null, 'interrupted', 2)
  const wire = (message: object) => ServerMessage.parse({ approvals: [], calls: [], ...message })
  const first = hear(open, wire({ type: 'waiting', interrupted: [two, one] }))
  expect(cutOffCalls(first).map(({ id }) => id)).toEqual(['call_x', 'call_y'])
  const next = hear(first, wire({ type: 'waiting_changed', gone: ['call_x'] }))
  expect(cutOffCalls(next).map(({ id }) => id)).toEqual(['call_y'])
  expect(cutOffCalls(hear(next, wire({ type: 'waiting' })))).toEqual([])
})
