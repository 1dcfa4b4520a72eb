import { TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { reduce } from '@countersign/protocol/client'
import { emptyView } from '../../data/view.ts'
import type { View } from '../../data/view.ts'
import type { ViewEvent } from '@countersign/protocol/client'
import { aCall, aMessage, anApproval, aSnapshot, aTurn, became, said, threadA } from '../../testing/views.ts'
import { announcements, arrivalText, lastMinuteOf } from './announcements.ts'

const call = aCall('publish', { specifier: 'npm publish' })
const approval = anApproval(call)
const base = [
  { type: 'line_opened' },
  { type: 'thread_loaded', snapshot: aSnapshot({ turn: aTurn('running') }) },
  { type: 'server_said', message: { type: 'caught_up', thread_id: threadA, seq: 0 }, now: 0 },
] as const satisfies readonly ViewEvent[]
const arrives = [
  said(1, { type: 'tool_call_update', call }),
  said(2, { type: 'tool_approval_request', approval }),
] as const

const quick = TurnId.parse('trn_quick')
const answered = aSnapshot({
  turn: aTurn('done'),
  messages: [aMessage('q', { text: 'go' }), aMessage('a', { role: 'assistant', text: 'three short words' })],
})

/** Events that the page hears in one go. */
const together = (...events: readonly ViewEvent[]): readonly ViewEvent[] => events

function texts(events: readonly (ViewEvent | readonly ViewEvent[])[]): string[] {
  const heard: string[] = []
  let view: View = emptyView
  for (const event of events) {
    const next = ('type' in event ? [event] : event).reduce(reduce, view)
    for (const news of announcements(view, next))
      heard.push(news.kind === 'said' ? news.text : `+ ${news.question.call.specifier}`)
    view = next
  }
  return heard
}

const settled = (state: 'denied' | 'expired') =>
  said(3, { type: 'tool_call_update', call: became(call, { state }) })

test.each<[string, readonly (ViewEvent | readonly ViewEvent[])[], readonly string[]]>([
  ['an approval arrives', [...base, ...arrives], ['+ npm publish']],
  [
    'answered here',
    [
      ...base,
      ...arrives,
      {
        type: 'answer_sent',
        call: call.id,
        answer: { decision: 'allow_once', hash: '' },
        request: 'r',
        now: 0,
      },
      said(3, {
        type: 'approval_settled',
        approval: { ...approval, state: 'allowed' },
        signature: { via: 'person', by: 'me', at: 0 },
      }),
    ],
    ['+ npm publish', 'Allowed once. Nothing is waiting.'],
  ],
  [
    'answered elsewhere',
    [...base, ...arrives, settled('denied')],
    ['+ npm publish', 'Answered elsewhere: npm publish was denied.'],
  ],
  [
    'expired',
    [...base, ...arrives, settled('expired')],
    ['+ npm publish', 'Expired: npm publish did not run.'],
  ],
  [
    'void: the file changed before it ran',
    [
      ...base,
      ...arrives,
      said(3, { type: 'tool_call_update', call: became(call, { state: 'failed', error_code: 'stale' }) }),
    ],
    ['+ npm publish', 'Void: npm publish did not run because it had changed.'],
  ],
  [
    'a turn ends',
    [
      ...base,
      said(1, {
        type: 'message_added',
        message: aMessage('m', { role: 'assistant', text: 'three short words' }),
      }),
      said(2, { type: 'turn_updated', turn: aTurn('done') }),
    ],
    ['Answer finished. 3 words.'],
  ],
  [
    'a turn that begins and ends between two looks',
    [
      ...base,
      together(
        said(1, { type: 'turn_updated', turn: aTurn('running', quick) }),
        said(2, {
          type: 'message_added',
          message: aMessage('m', { role: 'assistant', text: 'at once', turn_id: quick }),
        }),
        said(3, { type: 'turn_updated', turn: aTurn('done', quick) }),
      ),
    ],
    ['Answer finished. 2 words.'],
  ],
  [
    'a turn that ended before the chat was here, begun by this page',
    [
      { type: 'line_opened' },
      { type: 'message_sent', thread: threadA },
      { type: 'thread_opened', thread: threadA },
      { type: 'thread_loaded', snapshot: answered },
      { type: 'server_said', message: { type: 'caught_up', thread_id: threadA, seq: 0 }, now: 0 },
    ],
    ['Answer finished. 3 words.'],
  ],
  [
    'the same, in the replay after it',
    [
      { type: 'line_opened' },
      { type: 'message_sent', thread: threadA },
      { type: 'thread_opened', thread: threadA },
      { type: 'thread_loaded', snapshot: { ...answered, turn: aTurn('running') } },
      said(1, { type: 'turn_updated', turn: aTurn('done') }),
      { type: 'server_said', message: { type: 'caught_up', thread_id: threadA, seq: 1 }, now: 0 },
      said(2, { type: 'turn_updated', turn: aTurn('done') }),
    ],
    ['Answer finished. 3 words.'],
  ],
  [
    'a chat that is opened says nothing of its past',
    [
      { type: 'line_opened' },
      { type: 'thread_opened', thread: threadA },
      { type: 'thread_loaded', snapshot: answered },
      { type: 'server_said', message: { type: 'caught_up', thread_id: threadA, seq: 0 }, now: 0 },
    ],
    [],
  ],
  [
    'nor does one in which nothing could be said',
    [
      { type: 'line_opened' },
      { type: 'message_sent', thread: threadA },
      { type: 'message_refused', thread: threadA },
      { type: 'thread_opened', thread: threadA },
      { type: 'thread_loaded', snapshot: answered },
    ],
    [],
  ],
  [
    'a call without a word for what it is about',
    [
      ...base,
      said(1, { type: 'tool_call_update', call: { ...call, specifier: '' } }),
      said(2, { type: 'tool_approval_request', approval }),
      said(3, { type: 'tool_call_update', call: became(call, { specifier: '', state: 'expired' }) }),
    ],
    ['+ ', 'Expired: Run a command did not run.'],
  ],
  [
    'the line is lost and back',
    [...base, { type: 'line_lost', now: 0, retryAt: 1 }, { type: 'line_opened' }, { type: 'replay_done' }],
    ['Connection lost. Your answers are saved here and sent when it is back.', 'Reconnected.'],
  ],
])('%s', (_name, events, expected) => {
  expect(texts(events)).toEqual(expected)
})

test('one arrival is named, several are counted', () => {
  const question = { call, approval }
  expect(arrivalText([question], 1)).toBe(
    'Waiting: run a command, npm publish, in tidy the release. Press F8.',
  )
  // What the title names already is not said twice.
  const edit = { call: { ...call, title: 'Edit src/a.ts', specifier: 'src/a.ts' }, approval }
  expect(arrivalText([edit], 1)).toBe('Waiting: edit src/a.ts, in tidy the release. Press F8.')
  expect(arrivalText([question, question], 4)).toBe('4 waiting. Press F8.')
})

test.each([
  ['five minutes left', 300_000, 0, []],
  ['under a minute left', 300_000, 250_000, [call.id]],
  ['expired', 300_000, 300_001, []],
  ['never ends', null, 1_000_000, []],
])('the last minute: %s', (_name, expires_at, now, told) => {
  const question = { call, approval: { ...approval, expires_at } }
  expect(lastMinuteOf([question], now, new Set()).map((one) => one.call.id)).toEqual(told)
  expect(lastMinuteOf([question], now, new Set([call.id]))).toEqual([])
})
