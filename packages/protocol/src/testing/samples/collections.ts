import { thread_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/collections': { name: 'n', description: 'd' },
    'POST /api/collections/:id/folders': { path: '/w', confirmed: true },
    'POST /api/collections/citations': { thread_id, text: 't' },
    'PUT /api/collections/:id/model': { model: 'openai/text-embedding-3-small' },
  },
  params: { '/collections/:id': '/collections/col_a' },
}
