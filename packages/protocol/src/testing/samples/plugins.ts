import { hash, thread_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/plugins/look': { folder: '/w' },
    'POST /api/plugins': { folder: '/w', hash },
    'POST /api/plugins/:id/pin': { hash },
    'POST /api/plugins/:id/enabled': { enabled: true },
    'POST /api/plugins/:id/trust': { trusted: true, hash },
    'POST /api/plugins/:id/read': { path: 'a.md', thread_id },
    'POST /api/plugins/:id/fetch': { url: 'https://example.com' },
  },
}
