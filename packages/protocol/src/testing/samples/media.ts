import { thread_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/media/quote': { text: 't', media_generation: { mode: 'speech' } },
    'PUT /api/media/:id/kept': { kept: true },
    'POST /api/media/:id/save': { thread_id, path: 'a.png' },
  },
  params: { '/media/:id': `/media/med_${'0'.repeat(64)}` },
}
