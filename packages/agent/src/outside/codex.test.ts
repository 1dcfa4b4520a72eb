import { expect, test } from 'vitest'
import { readHookInput, type HookCall } from './hook.ts'

const event = (tool_input: unknown, more: object = {}) => ({
  session_id: 's1',
  turn_id: 't1',
  transcript_path: '/home/ana/.codex/sessions/s1.jsonl',
  cwd: '/srv/app',
  hook_event_name: 'PreToolUse',
  model: 'gpt-5',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_input,
  tool_use_id: 'call_2',
  ...more,
})

/** A line as Codex 0.166 writes it before it asks. */
const written = (call_id: string, args: object) =>
  JSON.stringify({
    timestamp: '2026-11-16T05:49:40.255Z',
    type: 'response_item',
    payload: { type: 'function_call', name: 'exec_command', arguments: JSON.stringify(args), call_id },
  })

function read(said: object, transcript = ''): HookCall {
  const input = readHookInput(JSON.stringify(said), 'codex', {
    cwd: '/srv/app',
    project: '/somewhere/else',
    transcript: () => transcript,
  })
  if (input.kind !== 'call') throw new Error(JSON.stringify(input))
  return input.hook
}

test('the workspace is where the session is, not where the model wants to be', () => {
  const { place } = read(event({ command: 'ls' }, { cwd: '/srv/app/sub' }))
  expect(place).toMatchObject({ workspace: '/srv/app', cwd: '/srv/app/sub' })
})

test('a pager in a terminal that stays open always asks, and says that typing is not seen', () => {
  const { call } = read(
    event({ command: 'git log' }),
    `{"type":"session_meta"}\n${written('call_2', { cmd: 'git log', tty: true })}\n`,
  )
  expect(call.tool.asks).toBe('always')
  expect(call.title).toContain('`git log`')
  expect(call.title).toContain('not seen')
})

test.each([
  ['no terminal is asked for', written('call_2', { cmd: 'git log' })],
  ['it is turned down', written('call_2', { cmd: 'git log', tty: false })],
])('a pager is no pager where %s', (_why, line) => {
  expect(read(event({ command: 'git log' }), `${line}\n`).call.tool.asks).toBeUndefined()
})

test.each([
  ['there is no transcript', ''],
  ['the call is not in it', written('call_1', { cmd: 'git log', tty: false })],
  ['the line cannot be read', `{"payload":{"type":"function_call","call_id":"call_2","arguments":"`],
])('what is not known is taken for the worse: %s', (_why, transcript) => {
  expect(read(event({ command: 'git log' }), transcript).call.tool.asks).toBe('always')
})

test('an ordinary command asks nothing more, whatever its terminal', () => {
  const { call } = read(event({ command: 'npm test' }), written('call_2', { cmd: 'npm test', tty: true }))
  expect(call.tool.asks).toBeUndefined()
  expect(call.title).toBe('Run a command')
})

const permission = (tool_input: unknown, more: object = {}) => {
  const { tool_use_id: _none, ...rest } = event(tool_input, { hook_event_name: 'PermissionRequest', ...more })
  return rest
}

test('a question for permission names no call: every one with the same command counts', () => {
  const calls = [written('call_1', { cmd: 'git log', tty: true }), written('call_2', { cmd: 'git log' })]
  expect(read(permission({ command: 'git log' }), calls.join('\n')).call.tool.asks).toBe('always')
  expect(read(permission({ command: 'git log' }), calls[1]).call.tool.asks).toBeUndefined()
})

test('both questions about one call have one key, and no other call has it', () => {
  const first = read(event({ command: 'touch a' })).twice
  const second = read(permission({ command: 'touch a', description: 'I need it' })).twice
  expect(first).toMatchObject({ time: 'first' })
  expect(second).toEqual({ time: 'second', key: first?.key })
  for (const other of [
    permission({ command: 'touch b' }),
    permission({ command: 'touch a' }, { turn_id: 't2' }),
    permission({ command: 'touch a' }, { session_id: 's2' }),
    permission({ command: 'touch a' }, { agent_id: 'child' }),
    permission({ command: 'touch a' }, { cwd: '/srv/app/sub' }),
    permission({ command: 'touch a' }, { tool_name: 'mcp__x__y' }),
  ])
    expect(read(other).twice?.key).not.toBe(first?.key)
})

test('the order of arguments is no difference; a description is one where it belongs to the tool', () => {
  const keyOf = (tool_input: unknown) => read(event(tool_input, { tool_name: 'mcp__x__y' })).twice?.key
  expect(keyOf({ a: 1, b: [{ c: 1, d: 2 }] })).toBe(keyOf({ b: [{ d: 2, c: 1 }], a: 1 }))
  expect(keyOf({ a: 1, description: 'x' })).not.toBe(keyOf({ a: 1, description: 'y' }))
})

test('an address that a running command wants to reach is a question of its own', () => {
  expect(
    read(permission({ command: 'touch a', description: 'network-access https://example.com:443' })).twice,
  ).toBeUndefined()
})
