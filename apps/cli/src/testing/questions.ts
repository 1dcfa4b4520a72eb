import { ApprovalView, CallView, type CallBody } from '@countersign/protocol'
import type { Question } from '../chat/question.ts'

/** A question about any body, as the server would send it. */
export function questionOf(
  tool: string,
  body: CallBody,
  more: { readonly specifier?: string; readonly decision?: unknown; readonly rule?: string } = {},
): Question {
  return {
    call: CallView.parse({
      id: 'call_1',
      thread_id: 'thr_1',
      turn_id: 'trn_1',
      parent_id: null,
      depth: 0,
      tool,
      title: `Use ${tool}`,
      specifier: more.specifier ?? '',
      body,
      state: 'waiting',
      decision: more.decision ?? {
        verdict: 'ask',
        reason: { because: 'mode', sentence: 'no rule' },
        parts: [],
      },
      signature: null,
      hash: 'ab',
      proposed_at: 0,
      started_at: null,
      ended_at: null,
      preview: null,
      error_code: null,
    }),
    approval: ApprovalView.parse({
      id: 'apr_1',
      tool_call_id: 'call_1',
      thread_id: 'thr_1',
      thread_title: 'Chat',
      state: 'pending',
      hash: 'ab',
      asked_at: 0,
      expires_at: null,
      parents: ['research'],
      offers: more.rule === undefined ? [] : [{ rule: more.rule, covers: 'it', still_asks: [] }],
    }),
  }
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
