import { hash, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'PUT /api/mcp/servers/:name': {
      transport: { kind: 'stdio', command: 'c', args: [], env: {}, cwd: '/w' },
      enabled: false,
    },
    'POST /api/mcp/servers/:name/trust': { trusted: true, hash },
  },
}
