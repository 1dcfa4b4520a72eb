import type { FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  commands: [
    { type: 'follow', topic: 'notes:a', after_seq: 0 },
    { type: 'unfollow', topic: 'notes:a' },
  ],
}
