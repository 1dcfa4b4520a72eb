import type { Call } from '@countersign/agent'
import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { logObserver } from './log-observer.ts'

const turn = { turnId: TurnId.parse('trn_1'), threadId: ThreadId.parse('thr_1'), model: 'openai/gpt-5' }

const CALL: Call = {
  id: CallId.parse('call_1'),
  threadId: turn.threadId,
  turnId: turn.turnId,
  parentId: null,
  depth: 0,
  tool: 'terminal.exec',
  facts: { name: 'terminal.exec', category: 'execute', destructive: false, editSafe: false, kind: 'shell' },
  title: 'Run curl with SECRET',
  specifier: { kind: 'text', text: 'curl SECRET' },
  specifierText: 'curl SECRET',
  args: { command: 'curl SECRET' },
  hash: 'h',
  repeat: 'never',
  body: { kind: 'shell', command: 'curl SECRET', cwd: '/w' },
  targets: [],
}

function open() {
  const clock = { time: 0, now: () => clock.time }
  const lines: unknown[] = []
  const log = { info: (about: object, message: string) => void lines.push({ ...about, message }) }
  return { clock, lines, observer: logObserver(log, clock) }
}

test('a call is logged with its ids, its time and how it ended, and with nothing of what it does', () => {
  const { clock, lines, observer } = open()
  const ended = observer.callBegan(CALL)
  clock.time += 12
  ended({ how: 'ended', outcome: { ok: false, code: 'exit', text: 'SECRET found' } })
  const about = {
    call_id: 'call_1',
    turn_id: 'trn_1',
    thread_id: 'thr_1',
    parent_id: null,
    tool: 'terminal.exec',
  }
  expect(lines).toEqual([
    { ...about, message: 'call began' },
    { ...about, how: 'exit', ms: 12, message: 'call ended' },
  ])
})

test.each<[string, number | null | undefined, number | null]>([
  ['a known price', 0.5, 0.5],
  ['an unknown one', null, null],
  ['nothing said', undefined, null],
])('a model call with %s', (_what, costUsd, cost_usd) => {
  const { clock, lines, observer } = open()
  const answered = observer.modelAsked(turn)
  clock.time += 5
  const usage = { inputTokens: 3, outputTokens: 4, ...(costUsd === undefined ? {} : { costUsd }) }
  answered({ how: 'finished', restarts: 1, usage })
  expect(lines).toEqual([
    {
      turn_id: 'trn_1',
      thread_id: 'thr_1',
      model: 'openai/gpt-5',
      how: 'finished',
      restarts: 1,
      input_tokens: 3,
      output_tokens: 4,
      cost_usd,
      ms: 5,
      message: 'model answered',
    },
  ])
})
