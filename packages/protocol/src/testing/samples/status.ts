import type { FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: { 'POST /api/state/brought/remove': { id: 'ocr' } },
}
