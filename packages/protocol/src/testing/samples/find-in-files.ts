import { thread_id, type FeatureSamples } from '../sample-values.ts'

const FIND = {
  thread_id,
  pattern: 'a',
  regex: false,
  ignore_case: true,
  word: false,
  glob: '*.ts',
  ignored: false,
  limit: 10,
}

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/workspace/search': FIND,
    'POST /api/workspace/search/preview': { ...FIND, replacement: 'b' },
  },
}
