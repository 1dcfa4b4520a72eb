import { hash, tool_call_id, undo, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/workflows': { name: 'n', graph: {} },
    'PUT /api/workflows/:id/draft': { graph: {}, base: 0 },
    'PATCH /api/workflows/:id': { name: 'n' },
    'POST /api/workflows/:id/versions': { message: 'm', base: 0 },
    'POST /api/workflows/:id/duplicate': { name: 'n' },
    'POST /api/workflows/check': { graph: {} },
    'POST /api/workflows/:id/plan': { hash, inputs: {}, mode: 'plan' },
    'POST /api/workflows/:id/runs': {
      version: hash,
      inputs: {},
      mode: 'plan',
      workspace: '/w',
      from_node: 'a',
      run_id: 'run_a',
      grant: 'run',
    },
    'POST /api/runs/:id/undo': undo,
    'POST /api/runs/:id/settle': { tool_call_id, how: 'done', output: {}, hash },
    'POST /api/triggers': {
      workflow_id: 'wf_a',
      hash,
      when: { kind: 'schedule', cron: '0 8 * * *', every: 60, time_zone: 'UTC', missed: 'once' },
      inputs: {},
      mode: 'plan',
      overlap: 'skip',
    },
    'PATCH /api/triggers/:id': {
      paused: true,
      hash,
      inputs: {},
      mode: 'plan',
      overlap: 'skip',
      when: { kind: 'webhook' },
    },
    'PUT /api/triggers/paused': { paused: true },
    'PUT /api/workflow-secrets/:name': { value: 'v', hosts: ['example.com'] },
  },
}
