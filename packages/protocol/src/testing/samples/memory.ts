import type { FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'PUT /api/memory': { enabled: false },
  },
}
