import { describe, expect, test } from 'vitest'
import {
  aCall,
  aMessage,
  anApproval,
  aSnapshot,
  aTurn,
  callId,
  said,
  threadA,
  turnA,
} from '../../testing/views.ts'
import { TurnId } from '../../ids.ts'
import { fromSnapshot, reduceThread } from './reduce-thread.ts'
import { reduce } from './reduce.ts'
import { emptyView } from './view.ts'
import type { Answer, ThreadData, View } from './view.ts'
import type { ViewEvent } from './view-event.ts'

const allow: Answer = { decision: 'allow_once', hash: 'c920' }
const build = aCall('build')
const asked = anApproval(build)
const waits: ViewEvent = {
  type: 'server_said',
  message: { type: 'waiting', approvals: [asked], calls: [build] },
  now: 0,
}
const nothingWaits: ViewEvent = {
  type: 'server_said',
  message: { type: 'waiting', approvals: [], calls: [] },
  now: 0,
}
const settled: ViewEvent = said(9, {
  type: 'approval_settled',
  approval: { ...asked, state: 'allowed' },
  signature: { via: 'person', by: 'usr_ana', at: 5 },
})
const loaded: ViewEvent = {
  type: 'thread_loaded',
  snapshot: aSnapshot({ calls: [build], approvals: [asked] }),
}
const sent: ViewEvent = { type: 'answer_sent', call: build.id, answer: allow, request: 'r1', now: 7 }
const caughtUp: ViewEvent = {
  type: 'server_said',
  message: { type: 'caught_up', thread_id: threadA, seq: 0 },
  now: 0,
}
const lost: ViewEvent = { type: 'line_lost', now: 50, retryAt: 550 }

function after(...events: readonly ViewEvent[]): View {
  return events.reduce(reduce, emptyView)
}

function thread(view: View): ThreadData {
  const open = view.open.get(threadA)
  if (open?.state !== 'ready') throw new Error('the thread is not open')
  return open
}

describe('a thread', () => {
  test('events before and at the snapshot are not heard twice', () => {
    const view = after({ type: 'thread_loaded', snapshot: aSnapshot({ seq: 5 }) })
    expect(reduce(view, said(5, { type: 'message_added', message: aMessage('x') }))).toBe(view)
    expect(
      thread(reduce(view, said(6, { type: 'message_added', message: aMessage('x') }))).messages,
    ).toHaveLength(1)
  })

  test('an older snapshot does not undo what was heard since', () => {
    const view = after(loaded, said(3, { type: 'message_added', message: aMessage('x') }))
    expect(reduce(view, loaded)).toBe(view)
  })

  test('thinking has its time and stays with the message that came of it', () => {
    const chunk = (seq: number, kind: 'text' | 'reasoning', now: number): ViewEvent => {
      const event = said(seq, { type: 'chunk', turn_id: turnA, kind, text: 'x', parent_id: null, depth: 0 })
      return event.type === 'server_said' ? { ...event, now } : event
    }
    const view = after(
      loaded,
      chunk(1, 'reasoning', 1000),
      chunk(2, 'reasoning', 4000),
      chunk(3, 'text', 5000),
    )
    expect(thread(view).streaming).toMatchObject({ reasoning: 'xx', thought: { ms: 3000, at: null } })
    const thought = { text: 'xx', ms: 3000 }
    const done = reduce(
      view,
      said(4, { type: 'message_added', message: aMessage('m', { role: 'assistant', text: 'x', thought }) }),
    )
    expect(thread(done).messages.at(-1)?.thought).toEqual(thought)
    expect(thread(done).streaming).toEqual({ turn: null, text: '', reasoning: '' })
  })

  test('time that a call takes is not thought; what was thought before a load counts on', () => {
    const chunk = (seq: number, now: number): ViewEvent => {
      const event = said(seq, {
        type: 'chunk',
        turn_id: turnA,
        kind: 'reasoning',
        text: 'x',
        parent_id: null,
        depth: 0,
      })
      return event.type === 'server_said' ? { ...event, now } : event
    }
    const turn = { id: turnA, thread_id: aSnapshot().thread.id, state: 'running', error: null } as const
    const view = after(
      { type: 'thread_loaded', snapshot: aSnapshot({ turn, thinking: { text: 'before ', ms: 500 } }) },
      chunk(1, 1000),
      chunk(2, 2000),
      said(3, { type: 'tool_call_update', call: aCall('a', { turn_id: turnA }) }),
      chunk(4, 90_000),
      chunk(5, 90_250),
    )
    expect(thread(view).streaming).toMatchObject({
      reasoning: 'before xxxx',
      thought: { ms: 1750, at: 90_250 },
    })
  })

  test('text streams into one place and the finished message takes it', () => {
    const chunk = (seq: number, text: string): ViewEvent =>
      said(seq, { type: 'chunk', turn_id: turnA, kind: 'text', text, parent_id: null, depth: 0 })
    const view = after(loaded, chunk(1, 'Hel'), chunk(2, 'lo'))
    expect(thread(view).streaming).toEqual({ turn: turnA, text: 'Hello', reasoning: '' })
    const done = reduce(
      view,
      said(3, { type: 'message_added', message: aMessage('m', { role: 'assistant', text: 'Hello' }) }),
    )
    expect(thread(done).streaming.text).toBe('')
  })

  test('what a sub-agent says does not get into the answer', () => {
    const view = after(
      loaded,
      said(1, {
        type: 'chunk',
        turn_id: turnA,
        kind: 'text',
        text: 'inner',
        parent_id: callId('sub'),
        depth: 1,
      }),
    )
    expect(thread(view).streaming.text).toBe('')
  })

  test('what a sub-agent says stands at its call while it runs, one paragraph a step; a withdrawn step goes; its result replaces all', () => {
    const sub = aCall('sub', { state: 'running', tool: 'run_subtask' })
    const speaks = (seq: number, text: string, kind: 'text' | 'reasoning' = 'text'): ViewEvent =>
      said(seq, { type: 'chunk', turn_id: turnA, kind, text, parent_id: sub.id, depth: 1 })
    const inner = aCall('inner', { state: 'running', parent_id: sub.id, depth: 1 })
    const first = after(
      loaded,
      said(1, { type: 'tool_call_update', call: sub }),
      speaks(2, 'Hm.', 'reasoning'),
      speaks(3, 'I look '),
      speaks(4, 'first.'),
      said(5, { type: 'tool_call_update', call: inner }),
      speaks(6, 'Now I'),
    )
    const shown = (view: View) => thread(view).calls.get(sub.id)?.preview
    expect(shown(first)).toBe('I look first.\n\nNow I')
    expect(thread(first).streaming.text).toBe('')
    const again = reduce(first, said(7, { type: 'chunk_withdrawn', turn_id: turnA, parent_id: sub.id }))
    expect(shown(again)).toBe('I look first.\n\n')
    const goesOn = reduce(again, said(8, { type: 'tool_call_update', call: sub }))
    expect(shown(goesOn)).toBe('I look first.\n\n')
    const ended = aCall('sub', { state: 'succeeded', tool: 'run_subtask', preview: 'Done.' })
    const over = reduce(goesOn, said(9, { type: 'tool_call_update', call: ended }))
    expect(shown(over)).toBe('Done.')
    expect(shown(reduce(over, speaks(10, 'late')))).toBe('Done.')
  })

  test('withdrawn text goes; that of a sub-agent takes nothing away', () => {
    const chunk = said(1, {
      type: 'chunk',
      turn_id: turnA,
      kind: 'text',
      text: 'x',
      parent_id: null,
      depth: 0,
    })
    const withdrawn = (parent: ReturnType<typeof callId> | null): ViewEvent =>
      said(2, { type: 'chunk_withdrawn', turn_id: turnA, parent_id: parent })
    expect(thread(after(loaded, chunk, withdrawn(null))).streaming.text).toBe('')
    expect(thread(after(loaded, chunk, withdrawn(callId('sub')))).streaming.text).toBe('x')
  })

  test('the end of a turn ends its streaming and keeps its cost', () => {
    const view = after(
      loaded,
      said(1, { type: 'chunk', turn_id: turnA, kind: 'text', text: 'x', parent_id: null, depth: 0 }),
      said(2, { type: 'cost_summary', turn_id: turnA, input_tokens: 10, output_tokens: 2, cost_usd: null }),
      said(3, { type: 'turn_updated', turn: aTurn('cancelled') }),
    )
    expect(thread(view).streaming.text).toBe('')
    expect(thread(view).ends.get(turnA)?.cost).toEqual({ input_tokens: 10, output_tokens: 2, cost_usd: null })
  })
})

describe('answers', () => {
  test.each<[string, readonly ViewEvent[], string | undefined]>([
    ['a press makes sending', [loaded, waits, sent], 'sending'],
    [
      'ok alone does not settle it',
      [loaded, waits, sent, { type: 'server_said', message: { type: 'ok', request_id: 'r1' }, now: 0 }],
      'sending',
    ],
    ['the event settles it', [loaded, waits, sent, settled], undefined],
    ['the list settles it where the thread is not open', [waits, sent, nothingWaits], undefined],
    [
      'a refusal leaves the card pending',
      [
        waits,
        sent,
        { type: 'answer_failed', call: build.id, request: 'r1', error: { code: 'bad_rule', message: 'x' } },
      ],
      'refused',
    ],
    [
      'a lost race is too late',
      [
        waits,
        sent,
        {
          type: 'answer_failed',
          call: build.id,
          request: 'r1',
          error: { code: 'already_settled', message: 'x' },
        },
      ],
      'too_late',
    ],
    [
      'the refusal of an older try says nothing',
      [
        waits,
        sent,
        { type: 'answer_failed', call: build.id, request: 'r0', error: { code: 'internal', message: 'x' } },
      ],
      'sending',
    ],
    ['a broken line holds what was on its way', [waits, sent, lost], 'held'],
    [
      'an answer on a broken line is held',
      [waits, lost, { type: 'answer_held', call: build.id, answer: allow, now: 1, until: null }],
      'held',
    ],
    [
      'a held answer can be taken back',
      [
        waits,
        lost,
        { type: 'answer_held', call: build.id, answer: allow, now: 1, until: null },
        { type: 'answer_taken_back', call: build.id },
      ],
      undefined,
    ],
    [
      'one that is on its way cannot',
      [waits, sent, { type: 'answer_taken_back', call: build.id }],
      'sending',
    ],
    [
      'held, and meanwhile answered elsewhere, is too late',
      [
        waits,
        lost,
        { type: 'answer_held', call: build.id, answer: allow, now: 1, until: null },
        nothingWaits,
      ],
      'too_late',
    ],
    ['held, but it had arrived, is done', [waits, sent, lost, nothingWaits], undefined],
    [
      'dropped with words when its card expired',
      [
        waits,
        lost,
        { type: 'answer_held', call: build.id, answer: allow, now: 1, until: null },
        { type: 'answer_dropped', call: build.id },
      ],
      'dropped',
    ],
  ])('%s', (_name, events, state) => {
    expect(after(...events).answers.get(build.id)?.state).toBe(state)
  })

  test.each<[string, readonly ViewEvent[], boolean]>([
    ['another screen answered', [loaded, caughtUp, waits, settled], true],
    ['this one did', [loaded, caughtUp, waits, sent, settled], false],
    [
      'this one did, and the list said so first',
      [loaded, caughtUp, waits, sent, nothingWaits, settled],
      false,
    ],
    ['it was heard of in a replay', [loaded, waits, settled], false],
  ])('%s', (_name, events, elsewhere) => {
    expect(after(...events).elsewhere.has(build.id)).toBe(elsewhere)
  })

  test('a settled approval leaves the list of what waits at once', () => {
    expect(after(loaded, waits, settled).waiting.approvals).toEqual([])
  })
})

describe('the line', () => {
  test.each<[string, readonly ViewEvent[], string]>([
    ['at first', [], 'connecting'],
    ['opened', [{ type: 'line_opened' }], 'open'],
    ['lost', [{ type: 'line_opened' }, lost], 'lost'],
    ['back', [{ type: 'line_opened' }, lost, { type: 'line_opened' }], 'catching_up'],
    ['replayed', [{ type: 'line_opened' }, lost, { type: 'line_opened' }, { type: 'replay_done' }], 'open'],
    ['refused', [{ type: 'line_refused' }], 'refused'],
  ])('%s: %j', (_name, events, state) => {
    expect(after(...events).connection.state).toBe(state)
  })

  test('a second failed try does not restart the time since the loss', () => {
    const view = after(lost, { type: 'line_lost', now: 900, retryAt: 1900 })
    expect(view.connection).toEqual({ state: 'lost', since: 50, retryAt: 1900 })
  })

  test('threads are stale until caught up', () => {
    expect(thread(after(loaded, caughtUp)).current).toBe(true)
    expect(thread(after(loaded, caughtUp, lost)).current).toBe(false)
  })

  test('the clock is the server’s', () => {
    const view = after({
      type: 'server_said',
      message: { type: 'welcome', server_time: 5000, version: '1', boot: 'b' },
      now: 4000,
    })
    expect(view.clockOffset).toBe(1000)
  })
})

test('what a turn used that is counted after its end is shown with the turn', () => {
  const id = TurnId.parse('trn_late')
  const used = { input_tokens: 1, output_tokens: 1, cost_usd: 0 }
  const ended = { ...aTurn('cancelled'), id, usage: used }
  const data = fromSnapshot(aSnapshot({ turn: null, ended: [ended] }))
  const late = { input_tokens: 900, output_tokens: 40, cost_usd: null, estimated: true } as const
  const after = reduceThread(data, { type: 'cost_summary', turn_id: id, ...late }, { seq: 1, now: 0 })
  expect(after.turns.get(id)?.usage).toEqual(late)
  expect(after.ends.get(id)).toEqual({ cost: late })
})
