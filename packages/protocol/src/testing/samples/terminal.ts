import { thread_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/terminals': { thread_id, terminal: '1', cols: 80, rows: 24 },
    'PUT /api/terminals/shared': { thread_id, terminal: '1', shared: true },
    'POST /api/terminals/end': { thread_id, terminal: '1' },
  },
}
