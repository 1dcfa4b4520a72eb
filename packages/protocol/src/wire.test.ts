import { expect, test } from 'vitest'
import { ClientCommand, MESSAGE_LIMIT, ThreadId } from './index.ts'

test.each([
  ['an id of another kind', 'call_1'],
  ['no prefix', '1'],
  ['a line break', 'thr_1\n'],
  ['a name of every object', '__proto__'],
  ['too long', `thr_${'a'.repeat(100)}`],
])('an id is refused: %s', (_name, text) => {
  expect(ThreadId.safeParse(text).success).toBe(false)
})

test('a client sends no tool list: its schema has none', () => {
  const sent = {
    type: 'turn_start',
    request_id: 'r',
    thread_id: 'thr_1',
    text: 'hi',
    tools: ['x'],
    agent_mode: true,
  }
  expect(ClientCommand.parse(sent)).toEqual({
    type: 'turn_start',
    request_id: 'r',
    thread_id: 'thr_1',
    text: 'hi',
  })
})

test.each([
  ['an empty message', { type: 'turn_start', request_id: 'r', thread_id: 'thr_1', text: '' }],
  [
    'a message that is too long',
    { type: 'turn_start', request_id: 'r', thread_id: 'thr_1', text: 'x'.repeat(MESSAGE_LIMIT + 1) },
  ],
  [
    'an answer that is none',
    { type: 'tool_approval_response', request_id: 'r', tool_call_id: 'call_1', decision: 'yes', hash: 'x' },
  ],
  [
    'an answer without the hash that was shown',
    { type: 'tool_approval_response', request_id: 'r', tool_call_id: 'call_1', decision: 'deny' },
  ],
])('a command is refused: %s', (_name, command) => {
  expect(ClientCommand.safeParse(command).success).toBe(false)
})
