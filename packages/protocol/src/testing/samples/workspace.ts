import { thread_id, tool_call_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  commands: [{ type: 'files_look', thread_id, folders: ['.'] }],
  bodies: {
    'PUT /api/workspace/file': { thread_id, path: 'a.md', text: 't', expected: null, calls: [tool_call_id] },
    'POST /api/workspace/make-folder': { thread_id, path: 'a' },
    'POST /api/workspace/rename': { thread_id, path: 'a.md', to: 'b.md' },
    'POST /api/workspace/delete': { thread_id, path: 'a.md' },
  },
}
