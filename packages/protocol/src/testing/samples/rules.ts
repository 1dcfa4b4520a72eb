import { hash, thread_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/rules': { list: 'allow', text: 'terminal.exec(ls)', thread_id },
    'POST /api/rules/project': { list: 'deny', text: 'terminal.exec(ls)', thread_id, hash: null },
    'POST /api/decide': { call: 'ls', thread_id },
    'POST /api/rules/trust': { workspace: '/w', hash },
  },
}
