import { thread_id, type FeatureSamples } from '../sample-values.ts'

export const samples: FeatureSamples = {
  commands: [
    {
      type: 'panes',
      request_id: 'r',
      window: 'w1',
      thread_id,
      panes: [
        {
          pane: 'editor:a.ts',
          type: 'editor',
          title: 'a.ts',
          path: 'a.ts',
          base_hash: 'h',
          dirty: true,
          has_context: true,
          shared: true,
        },
      ],
    },
    {
      type: 'window_answer',
      request_id: 'r',
      ask_id: 'a1',
      answer: { summary: 'a.ts', text: 'x', sources: ['a.ts'] },
    },
  ],
}
