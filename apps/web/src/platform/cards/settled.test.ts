import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aCall } from '../../testing/views.ts'
import type { CallChange } from '../../testing/views.ts'
import { VERBS } from '@countersign/protocol/client'
import { settledView } from './settled.ts'
import type { Reader } from './settled.ts'

const reader: Reader = {
  person: (by) => (by === 'usr_me' ? 'you' : by),
  modeLabel: (mode) => (mode === 'default' ? 'Ask' : mode),
}
const at = Date.UTC(2026, 0, 1, 14, 3, 12)

test.each<[string, CallChange, string, string, RegExp]>([
  [
    'ran, by me',
    { state: 'succeeded', signature: { via: 'person', by: 'usr_me', at } },
    'Ran',
    'countersigned',
    /^by you, /,
  ],
  [
    'ran in part, by me',
    {
      state: 'succeeded',
      signature: { via: 'person', by: 'usr_me', at, parts: { signed: ['a', 'b'], of: 3 } },
    },
    'Ran',
    'countersigned',
    /^by you, .*, 2 of 3 parts$/,
  ],
  [
    'ran, by another',
    { state: 'succeeded', signature: { via: 'person', by: 'Ana', at } },
    'Ran',
    'countersigned',
    /^by Ana, /,
  ],
  [
    'ran, by a rule',
    { state: 'succeeded', signature: { via: 'rule', by: 'npm run *, yours', at } },
    'Ran',
    'countersigned',
    /^by rule npm run \*/,
  ],
  [
    'ran, by the mode',
    { state: 'succeeded', signature: { via: 'mode', by: 'default', at } },
    'Ran',
    'countersigned',
    /^by Ask mode$/,
  ],
  [
    'denied',
    { state: 'denied', signature: { via: 'person', by: 'usr_me', at } },
    'Did not run',
    'refused',
    /^by you, /,
  ],
  [
    'blocked',
    { state: 'blocked', signature: { via: 'policy', by: 'mode', at } },
    'Did not run',
    'refused:',
    /^Mode Ask\.$/,
  ],
  [
    'expired',
    { state: 'expired', signature: { via: 'timeout', by: '', at } },
    'Did not run',
    'unsigned:',
    /^expired/,
  ],
  [
    'stopped',
    { state: 'cancelled', signature: { via: 'stop', by: 'usr_me', at } },
    'Did not run',
    'unsigned:',
    /^you stopped/,
  ],
  [
    'stale',
    { state: 'failed', error_code: 'stale', signature: { via: 'person', by: 'usr_me', at } },
    'Did not run',
    'void:',
    /the file changed/,
  ],
  [
    'failed while it ran',
    {
      state: 'failed',
      error_code: 'exit',
      started_at: at,
      signature: { via: 'rule', by: 'npm *, yours', at },
    },
    'Ran',
    'countersigned',
    /^by rule npm/,
  ],
  [
    'failed before anyone was asked',
    {
      state: 'failed',
      error_code: 'no_match',
      started_at: null,
      signature: { via: 'mode', by: 'default', at },
    },
    'Failed to run',
    'failed',
    /^before anyone was asked$/,
  ],
  [
    'interrupted',
    { state: 'interrupted', signature: { via: 'person', by: 'usr_me', at } },
    'Ran',
    'interrupted:',
    /may have had effects/,
  ],
])('%s', (_name, change, verb, word, by) => {
  const view = settledView(aCall('x', change), [], reader)
  expect(view).toMatchObject({ verb, word, digits: 'c920 5d11' })
  expect(view?.by).toMatch(by)
})

test.each<[string, CallChange, readonly string[], RegExp]>([
  ['the agent', {}, [], /^the agent, /],
  ['a sub-agent', {}, ['Read the tests', 'Find it'], /^the sub-agent “Read the tests › Find it”, /],
  ['a person', { turn_id: null }, [], /^you, by hand, /],
  [
    'a workflow',
    { turn_id: null, node: { version: 'v', node: 'n', item: null, attempt: 1 } },
    [],
    /^a workflow, /,
  ],
])('proposed by %s', (_name, change, parents, said) => {
  const signature = { via: 'person', by: 'usr_me', at } as const
  const view = settledView(aCall('x', { state: 'succeeded', signature, ...change }), parents, reader)
  expect(view?.proposed).toMatch(said)
})

test.each(['proposed', 'waiting', 'approved', 'running'] as const)('%s is not settled', (state) => {
  expect(settledView(aCall('x', { state }), [], reader)).toBeNull()
})

test.each([
  ['remember', 'succeeded', 'Remembered'],
  ['remember', 'denied', 'Did not remember'],
  ['forget', 'succeeded', 'Forgot'],
  ['web_search', 'succeeded', 'Searched the web for'],
  ['mcp__tracker__create_issue', 'succeeded', 'Called'],
  ['constructor', 'blocked', 'Did not call'],
] as const)('%s, %s: %s', (tool, state, verb) => {
  expect(settledView(aCall('x', { tool, state }), [], reader)).toMatchObject({ verb })
})

test('every tool that is shipped has its own word', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../../docs/tools.md'), 'utf8')
  const shipped = [...page.matchAll(/^### `([^`]+)`/gm)].map(([, name = '']) => name)
  expect(shipped).toContain('files.read')
  // A subtask is named by its title.
  const called = shipped.filter((tool) => !VERBS.has(tool) && tool !== 'run_subtask')
  expect(called).toEqual([])
})
