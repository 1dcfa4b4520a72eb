import { hash, tool_call_id, undo, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  commands: [
    {
      type: 'tool_approval_response',
      tool_call_id,
      decision: 'deny',
      rule: 'r',
      parts: ['0'.repeat(32)],
      grant: 'run',
      grant_seconds: 3600,
      answer: 'yes',
      feedback: 'no',
      hash,
    },
    { type: 'call_settle', tool_call_id, how: 'not_done', hash },
    { type: 'call_undo', tool_call_id, ...undo },
    { type: 'turn_undo', turn_id: 'trn_a', ...undo },
    { type: 'keep_waiting', tool_call_id },
  ],
  bodies: {
    'POST /api/calls/:id/undo': undo,
    'POST /api/turns/:id/undo': undo,
  },
  params: { '/calls/:id': '/calls/call_a', '/turns/:id': '/turns/trn_a' },
}
