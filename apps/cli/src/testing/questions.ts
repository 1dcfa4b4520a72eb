import {
  changePart,
  hunksOf,
  ThreadId,
  TurnId,
  type CallBody,
  type DecisionView,
} from '@countersign/protocol'
import { aCall, anApproval } from '@countersign/protocol/testing/views'
import type { Question } from '../chat/question.ts'

/** A question about any body, as the server would send it. */
export function questionOf(
  tool: string,
  body: CallBody,
  more: { readonly specifier?: string; readonly decision?: DecisionView; readonly rule?: string } = {},
): Question {
  const call = aCall('1', {
    thread_id: ThreadId.parse('thr_1'),
    turn_id: TurnId.parse('trn_1'),
    tool,
    title: `Use ${tool}`,
    specifier: more.specifier ?? '',
    body,
    hash: 'ab',
    proposed_at: 0,
    decision: more.decision ?? {
      verdict: 'ask',
      reason: { because: 'mode', sentence: 'no rule' },
      parts: [],
    },
  })
  const offers = more.rule === undefined ? [] : [{ rule: more.rule, covers: 'it', still_asks: [] }]
  return { call, approval: anApproval(call, { thread_title: 'Chat', parents: ['research'], offers }) }
}

export const shellQuestion = questionOf(
  'terminal.exec',
  { kind: 'shell', command: 'ls && npm test', cwd: '/w' },
  {
    specifier: 'ls && npm test',
    rule: 'terminal.exec(npm test)',
    decision: {
      verdict: 'ask',
      reason: { because: 'default', sentence: 'no rule covers this' },
      parts: [
        {
          label: 'ls',
          start: 0,
          end: 2,
          carriers: [],
          verdict: 'run',
          reason: { because: 'readonly', sentence: 'only reads' },
        },
        {
          label: 'npm test',
          start: 6,
          end: 14,
          carriers: [],
          verdict: 'ask',
          reason: { because: 'default', sentence: 'no rule covers this' },
        },
      ],
    },
  },
)

export const lockedQuestion = questionOf(
  'files.delete',
  { kind: 'path', action: 'delete', paths: ['out/build'], files: 2, bytes: 10 },
  {
    specifier: 'out/build',
    decision: {
      verdict: 'ask',
      reason: { because: 'breaker', sentence: 'cannot be undone' },
      parts: [],
      locked: 'destructive',
    },
  },
)

const [BEFORE, AFTER] = ['one\ntwo\nthree\nfour\nfive\n', 'ONE\ntwo\nTHREE\nfour\nfive\nsix\n']
const edit = questionOf(
  'files.edit',
  { kind: 'write', path: 'a.txt', before: BEFORE, after: AFTER, outside_workspace: false },
  { specifier: 'a.txt', rule: 'files.edit(a.txt)' },
)
export const partsQuestion: Question = {
  ...edit,
  call: { ...edit.call, parts: hunksOf(BEFORE, AFTER).map(changePart) },
}
