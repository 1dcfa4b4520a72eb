import { expect, test } from 'vitest'
import { aCall, anApproval } from '../../testing/views.ts'
import type { CallChange } from '../../testing/views.ts'
import { filterQuestions, waitingTools } from './filter-questions.ts'

const question = (name: string, change: CallChange<'waiting'> = {}) => {
  const call = aCall(name, change)
  return { call, approval: anApproval(call) }
}
const locked: CallChange<'waiting'> = {
  tool: 'files.delete',
  decision: {
    verdict: 'ask',
    reason: { because: 'destructive', sentence: '' },
    parts: [],
    locked: 'destructive',
  },
}
const all = [question('a'), question('b', { tool: 'files.write' }), question('c', locked), question('d')]

test.each([
  ['everything', { tool: null, destructive: false }, ['call_a', 'call_b', 'call_c', 'call_d']],
  ['one tool', { tool: 'terminal.exec', destructive: false }, ['call_a', 'call_d']],
  ['what always asks', { tool: null, destructive: true }, ['call_c']],
  ['both', { tool: 'files.write', destructive: true }, []],
])('%s', (_name, filter, calls) => {
  expect(filterQuestions(all, filter).map(({ call }) => call.id)).toEqual(calls)
})

test('tools by name, with how many of each', () => {
  expect(waitingTools(all)).toEqual([
    ['files.delete', 1],
    ['files.write', 1],
    ['terminal.exec', 2],
  ])
})
