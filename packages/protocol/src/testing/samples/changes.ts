import { thread_id, tool_call_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/changes/undo': {
      thread_id,
      path: 'a.md',
      parts: [{ call_id: tool_call_id, hunk: 'a'.repeat(32) }],
      back: false,
    },
    'POST /api/changes/undo-all': { thread_id, turn_id: 'trn_a', since: 1 },
    'POST /api/changes/keep': {
      thread_id,
      parts: [{ call_id: tool_call_id, path: 'a.md', hunk: 'a'.repeat(32) }],
      kept: true,
    },
    'POST /api/changes/commit': { thread_id, turn_id: 'trn_a', since: 1, message: 'm', trust: true },
  },
}
