import type { FeatureSamples } from '../sample-values.ts'

/** A call of an outside agent that a person must see, whatever the mode. */
const OUTSIDE_SAMPLE = {
  place: { agent: 'test', session: 's', cwd: '/w', workspace: '/w', planning: true },
  call: {
    tool: {
      name: 'mcp__a__b',
      category: 'external',
      destructive: true,
      suspect: 'changed',
      asks: 'always',
      editSafe: false,
      kind: 'text',
    },
    title: 'Call b',
    specifier: { kind: 'text', text: 'x' },
    body: {
      kind: 'arguments',
      entries: [{ name: 'a', value: '1', json: true }],
      server: { name: 'a', transport: 'http', at: 'https://example.com', trusted_at: 1 },
      change: { before: 'a', after: 'b' },
    },
    change: { before: 'a', after: 'b' },
    args: { a: 1 },
    cwd: '/w/below',
  },
  reports: true,
} as const

export const samples: FeatureSamples = {
  bodies: {
    'POST /api/outside/calls': OUTSIDE_SAMPLE,
    'POST /api/outside/hook': { agent: 'claude-code', event: '{}', cwd: '/w', project: '/w' },
    'POST /api/outside/calls/:id/ended': { ok: false, text: 't' },
  },
}
