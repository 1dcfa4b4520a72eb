import { expect, test } from 'vitest'
import { snapshotOf } from './snapshot.ts'

test('the agent is told neither text nor name of a file that rules keep from it', () => {
  const line = { line: 3, text: 'cents = 1', ranges: [] }
  const told = snapshotOf({
    state: 'found',
    wish: { pattern: 'cents' },
    files: [
      { path: 'src/money.ts', agent: 'asks', lines: [line] },
      { path: 'plans/secret.md', agent: 'never', lines: [line, line] },
    ],
    lines: 3,
    more: false,
  })
  expect(told).toEqual({
    summary: 'search for "cents": 1 lines in 1 files',
    text: 'src/money.ts:3: cents = 1',
    sources: ['src/money.ts'],
  })
})

test('before a search there is nothing to tell', () => {
  expect(snapshotOf({ state: 'looking' })).toEqual({ summary: 'Search in files', sources: [] })
})
