import { thread_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/browser/close': { thread_id },
    'POST /api/browser/logins': { thread_id },
    'POST /api/browser/logins/forget': { origin: 'https://example.com' },
  },
}
