import type { FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'PATCH /api/settings/search': { chosen: null },
    'PUT /api/settings/search/:service': { value: 'v' },
  },
  params: { ':service': 'brave' },
}
