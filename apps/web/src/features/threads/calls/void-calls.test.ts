import type { CallBody, CallView, EndedCall } from '@countersign/protocol'
import { CallId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { aCall, became } from '../../../testing/views.ts'
import { replacedBy } from './replaced-by.ts'
import { whatChanged } from './what-changed.ts'

const write = (before: string | null): CallBody => ({
  kind: 'write',
  path: 'a.ts',
  before,
  after: 'mine',
  outside_workspace: false,
})
const folder = (files: number): CallBody => ({
  kind: 'path',
  action: 'delete',
  paths: ['old'],
  files,
  bytes: 1,
})

test.each<[string, CallBody, CallBody | undefined, unknown]>([
  ['nothing is known', write('old'), undefined, null],
  [
    'another text',
    write('old'),
    write('theirs'),
    { kind: 'text', path: 'a.ts', before: 'old', after: 'theirs' },
  ],
  [
    'made by others',
    write(null),
    write('theirs'),
    { kind: 'text', path: 'a.ts', before: null, after: 'theirs' },
  ],
  ['a file that is gone', write('old'), write(null), { kind: 'gone', path: 'a.ts' }],
  ['a folder that is gone', folder(3), folder(0), { kind: 'gone', path: 'old' }],
  ['a folder with more in it', folder(3), folder(4), { kind: 'other', body: folder(4) }],
])('what changed: %s', (_name, body, found, expected) => {
  expect(whatChanged(found === undefined ? { body } : { body, found })).toEqual(expected)
})

const old = aCall('old', {
  state: 'failed',
  error_code: 'stale',
  specifier: 'a.ts',
  proposed_at: 1,
  ended_at: 10,
})
const id = CallId.parse

test.each<[string, EndedCall, readonly CallView[], string | null]>([
  ['none', old, [], null],
  ['the same, later', old, [aCall('b', { specifier: 'a.ts', proposed_at: 20 })], 'call_b'],
  [
    'the first of those',
    old,
    [aCall('c', { specifier: 'a.ts', proposed_at: 30 }), aCall('b', { specifier: 'a.ts', proposed_at: 20 })],
    'call_b',
  ],
  ['the same, before it ended', old, [aCall('b', { specifier: 'a.ts', proposed_at: 5 })], null],
  ['another file', old, [aCall('b', { specifier: 'b.ts', proposed_at: 20 })], null],
  ['another tool', old, [aCall('b', { tool: 'files.read', specifier: 'a.ts', proposed_at: 20 })], null],
  [
    'of one that ran',
    became(old, { state: 'succeeded' }),
    [aCall('b', { specifier: 'a.ts', proposed_at: 20 })],
    null,
  ],
  [
    'one that a person had run again',
    became(old, { state: 'interrupted' }),
    [aCall('b', { specifier: 'x', proposed_at: 20, retry_of: id('call_old') })],
    'call_b',
  ],
])('replaced by: %s', (_name, call, others, expected) => {
  const calls = new Map([call, ...others].map((one) => [one.id, one]))
  expect(replacedBy(call, calls)?.id ?? null).toBe(expected)
})
