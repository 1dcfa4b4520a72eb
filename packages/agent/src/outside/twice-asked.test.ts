import { expect, test } from 'vitest'
import { readHookInput } from './hook.ts'

/** Events as Cursor's documents describe them. */
function keyOf(hook_event_name: string, fields: object) {
  const event = {
    conversation_id: 'c1',
    generation_id: 'g1',
    workspace_roots: ['/srv/app'],
    cwd: '/srv/app',
    hook_event_name,
    ...fields,
  }
  const input = readHookInput(JSON.stringify(event), 'cursor', { cwd: '/' })
  if (input.kind !== 'call') throw new Error(JSON.stringify(input))
  return input.hook.twice
}

const before = (fields: object = {}) =>
  keyOf('preToolUse', {
    tool_name: 'Shell',
    tool_input: { command: 'touch a', working_directory: '/srv/app' },
    ...fields,
  })

test('Cursor asks about a command twice: both questions have one key', () => {
  expect(before()?.time).toBe('first')
  expect(keyOf('beforeShellExecution', { command: 'touch a' })).toEqual({
    time: 'second',
    key: before()?.key,
  })
})

test.each([
  ['another command', { command: 'touch b' }],
  ['another turn', { command: 'touch a', generation_id: 'g2' }],
  ['another chat', { command: 'touch a', conversation_id: 'c2' }],
  ['another folder', { command: 'touch a', cwd: '/srv' }],
])('%s has another', (_what, fields) => {
  expect(keyOf('beforeShellExecution', fields)?.key).not.toBe(before()?.key)
})

test('a file is the same file', () => {
  const first = keyOf('preToolUse', { tool_name: 'Read', tool_input: { file_path: '/srv/app/a' } })
  expect(keyOf('beforeReadFile', { file_path: '/srv/app/a' })).toEqual({ time: 'second', key: first?.key })
})

test('a tool of a server is always asked about', () => {
  expect(keyOf('beforeMCPExecution', { tool_name: 'make', tool_input: '{}' })).toBeUndefined()
})
