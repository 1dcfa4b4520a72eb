import type { FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'PUT /api/layouts': { folder: '/w', name: 'Write', screen: 'medium', layout: {} },
  },
}
