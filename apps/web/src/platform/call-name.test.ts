import { expect, test } from 'vitest'
import { aCall } from '../testing/views.ts'
import { callName } from './call-name.ts'

test.each([
  ['files.write', 'Write docs/guide.md', 'docs/guide.md', 'Write', 'docs/guide.md'],
  ['terminal.exec', 'Run a command', 'npm test', 'Run', 'npm test'],
  ['mcp__tickets__close', 'Close TICKET-7', 'TICKET-7', 'Close TICKET-7', ''],
  ['mcp__tickets__close', 'Close a ticket', 'TICKET-7', 'Close a ticket', 'TICKET-7'],
])('%s, %s, %s: each thing is said once', (tool, title, specifier, words, object) => {
  expect(callName(aCall('a', { tool, title, specifier }))).toEqual({ words, object })
})

test('a search of the whole folder names it in words', () => {
  const search = aCall('a', {
    tool: 'files.search',
    specifier: '.',
    body: { kind: 'path', action: 'search', paths: ['.'], pattern: 'toFixed' },
  })
  expect(callName(search)).toEqual({ words: 'Search', object: 'the workspace for "toFixed"' })
})
