import type { DecisionView, PartView } from '../../calls.ts'
import { expect, test } from 'vitest'
import { oneReason, reasonSentence, reasonText } from './reason-words.ts'

const mode = (name: string, row: string, words: string) => ({
  because: 'mode',
  data: { mode: name, row },
  sentence: `${name} mode, ${words}`,
})

test.each<[DecisionView['reason'], string, string]>([
  [mode('default', 'execute', 'a command'), 'commands ask in Ask mode', 'Commands ask in Ask mode.'],
  [
    mode('default', 'editSafe', 'an edit in the workspace'),
    'edits ask in Ask mode',
    'Edits ask in Ask mode.',
  ],
  [
    mode('strict', 'external', 'a call to another program or service'),
    'calls to other programs and services ask in Strict mode',
    'Calls to other programs and services ask in Strict mode.',
  ],
  [
    {
      because: 'mode',
      data: { mode: 'default', row: 'write' },
      sentence: '`the default mode of drawings`: default mode, a change',
    },
    'changes ask in Ask mode',
    'Changes ask in Ask mode.',
  ],
  [mode('mine', 'read', 'a read'), 'reads ask in mine mode', 'Reads ask in mine mode.'],
  [mode('default', 'of tomorrow', 'a dream'), 'Ask mode, a dream', 'Ask mode, a dream.'],
  [
    { because: 'mode', data: { mode: 'default' }, sentence: 'Mode Ask: writing asks.' },
    'Mode Ask: writing asks.',
    'Mode Ask: writing asks.',
  ],
  [{ because: 'rule', sentence: 'your rule npm run *' }, 'your rule npm run *', 'Your rule npm run *.'],
  [
    { because: 'protected', sentence: 'package.json runs by itself later' },
    'package.json runs by itself later',
    'package.json runs by itself later.',
  ],
  [
    { because: 'breaker', sentence: 'removes a root: /; always asks, in every mode' },
    'removes a root: /',
    'Removes a root: /.',
  ],
  [
    {
      because: 'destructive',
      data: { tool: 'files.delete' },
      sentence: 'takes something away; always asks, in every mode',
    },
    'takes something away',
    'Deletes; always asks.',
  ],
])('%j', (reason, clause, whole) => {
  expect(reasonText({ reason, verdict: 'ask' })).toBe(clause)
  expect(reasonSentence({ reason, verdict: 'ask' })).toBe(whole)
})

test.each([
  ['run', 'edits run in Accept edits mode'],
  ['block', 'edits are blocked in Accept edits mode'],
] as const)('what a mode let happen: %s', (verdict, clause) => {
  const reason = mode('acceptEdits', 'editSafe', 'an edit in the workspace')
  expect(reasonText({ reason, verdict })).toBe(clause)
})

test('parts that are decided for one reason have one; other parts each have their own', () => {
  const part = (reason: DecisionView['reason']): PartView => ({
    label: 'a.md',
    start: 0,
    end: 4,
    carriers: [],
    verdict: 'ask',
    reason,
  })
  const change = mode('default', 'write', 'a change')
  const decision = { verdict: 'ask', reason: { because: 'mode', sentence: '`a.md`: default mode, a change' } }
  const of = (...parts: PartView[]) => oneReason({ ...decision, verdict: 'ask', parts })
  expect(of(part(change), part(change))).toMatchObject({ reason: change })
  expect(of(part(change), part({ because: 'rule', sentence: 'your rule' }))).toBeNull()
  expect(of()).toMatchObject(decision)
})
