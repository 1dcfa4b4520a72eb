import type { FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/session': { code: 'c', public_key: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } },
    'POST /api/session/terminal': { code: 'c', name: 'n' },
  },
}
