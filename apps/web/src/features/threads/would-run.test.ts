import type { DecisionView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { aCall, anApproval } from '../../testing/views.ts'
import type { CallChange } from '../../testing/views.ts'
import { wouldRun } from './would-run.ts'

const write: CallChange<'waiting'> = {
  tool: 'files.write',
  specifier: 'notes.md',
  body: { kind: 'write', path: 'notes.md', before: null, after: 'x', outside_workspace: false },
}
const WHERE = { workspace: '/site', home: '/home', own: [] }
const ask = (because: string, locked?: 'destructive'): DecisionView => ({
  verdict: 'ask',
  reason: { because, sentence: '' },
  parts: [],
  ...(locked === undefined ? {} : { locked }),
})

test.each<[string, CallChange<'waiting'>, string, boolean]>([
  ['a command in Auto', {}, 'auto', true],
  ['a command in Accept edits', {}, 'acceptEdits', false],
  ['an edit in Accept edits', write, 'acceptEdits', true],
  ['an edit in Ask', write, 'default', false],
  ['what a rule asks for', { decision: ask('rule') }, 'auto', false],
  [
    'what always asks',
    { ...write, tool: 'files.delete', decision: ask('destructive', 'destructive') },
    'auto',
    false,
  ],
])('%s', (_name, change, mode, runs) => {
  const call = aCall('x', change)
  expect(wouldRun([{ call, approval: anApproval(call) }], mode, WHERE)).toHaveLength(runs ? 1 : 0)
})
