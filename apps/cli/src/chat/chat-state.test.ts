import { CallId, ServerMessage, ThreadSnapshot, type CallState, type CallView } from '@countersign/protocol'
import { became } from '@countersign/protocol/testing/views'
import { expect, test } from 'vitest'
import { shellQuestion } from '../testing/questions.ts'
import { blockLines } from './block-lines.ts'
import {
  allQuestions,
  callsOf,
  chatOf,
  cutOffCalls,
  hear,
  isBusy,
  liveBlocks,
  liveCalls,
  nextQueued,
  NOTHING_YET,
  openChat,
  ownQuestions,
  waitsForModel,
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

const call = (id: string, parent: string | null, state: CallState, at: number): CallView =>
  became(shellQuestion.call, {
    state,
    id: CallId.parse(id),
    parent_id: CallId.nullable().parse(parent),
    tool: parent === null ? 'agent.run' : 'terminal.exec',
    specifier: id,
    proposed_at: at,
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
const written = (state: ChatState) => chatOf(state)?.streaming.text
const asked = (state: ChatState) => allQuestions(state).map((question) => question.call.id)
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
  expect(root && trackLines(root, callsOf(before)).map(plainText)).toEqual([
    '~ Running an agent for call_a  running · Ask mode',
    '  ~ Running call_b  running · Ask mode',
    '    ~ Running call_c  running · Ask mode',
  ])
  const after = heard([
    ...running,
    update(call('call_c', 'call_b', 'failed', 3)),
    update(call('call_a', null, 'succeeded', 1)),
    update(call('call_b', 'call_a', 'succeeded', 2)),
  ])
  expect(drawn(after)).toEqual([
    [
      '+ Ran an agent for call_a  100 ms · Ask mode',
      '  + Ran call_b  100 ms · Ask mode',
      '    ! Failed to run call_c  failed, 100 ms · Ask mode',
      '      | no such file',
    ],
  ])
  expect(liveCalls(after)).toEqual([])
})

const read = (id: string, at: number, tool = 'files.read') =>
  update({ ...call(id, null, 'succeeded', at), tool, specifier: `${id}.ts` })

test('reads of one tool in a row are one line, which is drawn once they are over', () => {
  const reads = [read('call_a', 1), read('call_b', 2), read('call_c', 3), read('call_d', 4)]
  const soFar = heard([turn('running'), ...reads])
  expect(drawn(soFar)).toEqual([])
  expect(liveBlocks(soFar).map((block) => blockLines(block).map(plainText))).toEqual([
    ['+ 4 reads call_a.ts, call_b.ts, call_c.ts …  400 ms'],
  ])
  const chunk = { type: 'chunk', turn_id: 'trn_1', kind: 'text', text: 'So', parent_id: null, depth: 0 }
  expect(drawn(heard([turn('running'), ...reads, chunk]))).toEqual([
    ['+ 4 reads call_a.ts, call_b.ts, call_c.ts …  400 ms'],
  ])
})

test('fewer than three reads stand alone, another tool ends a run, and the end of a turn leaves nothing behind', () => {
  const events = [
    turn('running'),
    read('call_a', 1),
    read('call_b', 2),
    read('call_c', 3, 'files.search'),
    turn('done'),
  ]
  expect(drawn(heard(events)).map(([first]) => first)).toEqual([
    '+ Read call_a.ts  100 ms · Ask mode',
    '+ Read call_b.ts  100 ms · Ask mode',
    '+ Searched call_c.ts  100 ms · Ask mode',
  ])
  expect(liveCalls(heard(events))).toEqual([])
})

test('while reads wait for others, it is the model’s turn', () => {
  expect(waitsForModel(heard([turn('running'), read('call_a', 1)]))).toBe(true)
})

test('what a turn used is a line, with separated thousands', () => {
  const used = (cost_usd: number | null) => ({
    type: 'cost_summary',
    turn_id: 'trn_1',
    input_tokens: 34_701,
    output_tokens: 1200,
    cost_usd,
  })
  expect(drawn(heard([used(0.213)]))).toEqual([['34,701 tokens in, 1,200 out, $0.21']])
  expect(drawn(heard([used(0.0123)]))).toEqual([['34,701 tokens in, 1,200 out, $0.0123']])
  expect(drawn(heard([used(null)]))).toEqual([['34,701 tokens in, 1,200 out, price not known']])
})

test('a turn that changed files ends with how many and by how many lines', () => {
  const wrote = {
    ...call('call_a', null, 'succeeded', 1),
    tool: 'files.write',
    body: { kind: 'write', path: 'a.md', before: null, after: 'x', outside_workspace: false },
    summary: '+12 −3',
    undo: 'possible',
  }
  const used = { type: 'cost_summary', turn_id: 'trn_1', input_tokens: 0, output_tokens: 0, cost_usd: 0 }
  const lines = drawn(heard([{ type: 'tool_call_update', call: wrote }, used]))
  expect(lines.at(-1)).toEqual(['1 file changed, +12 −3'])
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
  expect(written(streaming)).toBe('Hel')
  expect(isBusy(streaming)).toBe(true)
  const withdrawn = { type: 'chunk_withdrawn', turn_id: 'trn_1', parent_id: null }
  expect(written(heard([chunk, withdrawn]))).toBe('')
  const done = heard([turn('running'), chunk, { type: 'message_added', message }, turn('done')])
  expect(written(done)).toBe('')
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
  const { approval, call: own } = shellQuestion
  const other = { ...own, id: 'call_2', thread_id: 'thr_2' }
  const elsewhere = { ...approval, id: 'apr_2', tool_call_id: 'call_2', thread_id: 'thr_2' }
  const say = (state: ChatState, message: unknown) => hear(state, ServerMessage.parse(message))
  const first = say(open, { type: 'waiting', approvals: [approval], calls: [own], more: true })
  const both = say(first, { type: 'waiting', approvals: [elsewhere], calls: [other] })
  expect(asked(both)).toEqual(['call_1', 'call_2'])
  expect(ownQuestions(both).map(({ call: one }) => one.id)).toEqual(['call_1'])
  const one = say(both, { type: 'waiting_changed', approvals: [], calls: [], gone: ['call_1'] })
  expect(asked(one)).toEqual(['call_2'])
  expect(asked(say(one, { type: 'waiting', approvals: [], calls: [] }))).toEqual([])
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

test('a message that waits says so once, and one that is told again is printed once', () => {
  const message = {
    id: 'msg_1',
    thread_id: 'thr_1',
    turn_id: 'trn_1',
    role: 'user',
    text: 'Look',
    created_at: 1,
  }
  const added = { type: 'message_added', message }
  const waits = heard([added, turn('queued'), { ...added, message: { ...message, created_at: 2 } }])
  expect(nextQueued(waits)?.id).toBe('trn_1')
  expect(waits.blocks.flatMap(blockLines).map(plainText)).toEqual([
    '> Look',
    'Will be sent after this turn. /now stops the turn and sends it at once.',
  ])
  expect(
    nextQueued(
      hear(waits, ServerMessage.parse({ type: 'event', thread_id: 'thr_1', seq: 9, event: turn('running') })),
    ),
  ).toBeUndefined()
})

test('what a sub-agent says is drawn live below its line, nested as it is', () => {
  const outer = call('call_1', null, 'running', 1)
  const inner = { ...call('call_2', 'call_1', 'running', 2), tool: 'run_subtask', depth: 1 }
  const chunk = (parent_id: string, depth: number, text: string) => ({
    type: 'chunk',
    turn_id: 'trn_1',
    kind: 'text',
    text,
    parent_id,
    depth,
  })
  const state = heard([
    update(outer),
    chunk('call_1', 1, 'I split it.'),
    update(inner),
    chunk('call_2', 2, `${'word '.repeat(100)}end.`),
  ])
  const [first] = liveCalls(state)
  const lines = first === undefined ? [] : trackLines(first, callsOf(state)).map(plainText)
  expect(lines[1]).toBe('  | I split it.')
  expect(lines[3]).toMatch(/^ {4}\| ….*end\.$/)
  expect(written(state)).toBe('')
})

test('a chat that is opened again has its calls nested, with how long they took and what sub-agents found', () => {
  const outer = {
    ...call('call_1', null, 'succeeded', 1),
    tool: 'run_subtask',
    preview: 'Two scripts.\n\nBoth run.',
  }
  const inner = { ...call('call_2', 'call_1', 'succeeded', 2), depth: 1, preview: 'a long output' }
  const took = { started_at: 1000, ended_at: 3500 }
  const snapshot = ThreadSnapshot.parse({
    thread,
    messages: [
      { id: 'msg_1', thread_id: 'thr_1', turn_id: 'trn_1', role: 'assistant', text: '', created_at: 9 },
    ],
    calls: [
      { ...outer, ...took },
      { ...inner, ...took },
    ],
    approvals: [],
    turn: null,
    streaming: '',
    seq: 0,
  })
  const lines = openChat(NOTHING_YET, snapshot).blocks.flatMap(blockLines).map(plainText)
  expect(lines).toEqual([
    expect.stringMatching(/^\+ Sub-agent .* {2}2\.5 s/),
    '  | Two scripts.',
    '  | Both run.',
    expect.stringMatching(/^ {2}\+ Ran .* {2}2\.5 s/),
  ])
})

test('a branch that is chosen elsewhere is printed from where it differs, and the model’s next words follow it', () => {
  const message = (id: string, turn_id: string, role: string, created_at: number) => ({
    id: `msg_${id}`,
    thread_id: 'thr_1',
    turn_id,
    role,
    text: id,
    created_at,
  })
  const turns = ['trn_1', 'trn_2'].map((id) => ({
    id,
    thread_id: 'thr_1',
    state: 'done',
    error: null,
    parent_id: null,
  }))
  const snapshot = ThreadSnapshot.parse({
    thread,
    messages: [message('second', 'trn_2', 'user', 3)],
    left: {
      messages: [message('first', 'trn_1', 'user', 1), message('answer', 'trn_1', 'assistant', 2)],
      calls: [],
    },
    calls: [],
    approvals: [],
    turn: turns[1],
    ended: turns,
    leaf: 'trn_2',
    streaming: '',
    seq: 0,
  })
  const opened = openChat(NOTHING_YET, snapshot)
  const printed = ({ blocks }: ChatState) => blocks.flatMap(blockLines).map(plainText)
  expect(printed(opened)).toEqual(['> second'])
  const event = { type: 'branch_changed', leaf: 'trn_1' }
  const chosen = hear(opened, ServerMessage.parse({ type: 'event', thread_id: 'thr_1', seq: 1, event }))
  expect(printed(chosen)).toEqual(['> second', 'The chat continues in another branch:', '> first', 'answer'])
  expect(chatOf(chosen)?.messages.map(({ text }) => text)).toEqual(['first', 'answer'])
})
