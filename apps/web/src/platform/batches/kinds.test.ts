import type { DecisionView } from '@countersign/protocol'
import { expect, test } from 'vitest'
import type { OpenQuestion } from '../../data/selectors.ts'
import { aCall, anApproval } from '../../testing/views.ts'
import type { CallChange } from '../../testing/views.ts'
import { groupKinds } from './kinds.ts'

function edit(name: string, change: CallChange<'waiting'> = {}): OpenQuestion {
  const call = aCall(name, {
    tool: 'files.edit',
    body: { kind: 'write', path: name, before: '', after: 'x', outside_workspace: false },
    ...change,
  })
  return { call, approval: anApproval(call) }
}

function command(name: string, rules: readonly string[]): OpenQuestion {
  const call = aCall(name)
  const offers = rules.map((rule) => ({ rule, covers: rule, still_asks: [] }))
  return { call, approval: anApproval(call, { offers }) }
}

const locked: DecisionView = {
  verdict: 'ask',
  reason: { because: 'destructive', sentence: '' },
  parts: [],
  locked: 'destructive',
}
const other: DecisionView = { verdict: 'ask', reason: { because: 'protected', sentence: '' }, parts: [] }

test.each<[string, readonly OpenQuestion[], readonly string[]]>([
  ['three edits', [edit('a'), edit('b'), edit('c')], ['3 files.edit']],
  ['two are not many', [edit('a'), edit('b')], ['1', '1']],
  ['another reason is another kind', [edit('a'), edit('b'), edit('c', { decision: other })], ['1', '1', '1']],
  [
    'what cannot be undone is never in a batch',
    [edit('a', { decision: locked }), edit('b', { decision: locked }), edit('c', { decision: locked })],
    ['1', '1', '1'],
  ],
  [
    'commands with a common rule',
    ['a', 'b', 'c'].map((name) => command(name, [name, 'terminal.exec(npm run *)'])),
    ['3 terminal.exec(npm run *)'],
  ],
  [
    'commands that only share the tool',
    ['a', 'b', 'c'].map((name) => command(name, [name, 'terminal.exec'])),
    ['1', '1', '1'],
  ],
])('%s', (_name, questions, items) => {
  expect(
    groupKinds(questions).map((item) =>
      item.kind === 'one' ? '1' : `${item.questions.length} ${item.title}`,
    ),
  ).toEqual(items)
})
