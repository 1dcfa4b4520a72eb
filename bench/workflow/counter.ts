// A tool with the smallest effect that must not happen twice: it counts. A chain of such nodes shows what the way through the gate itself costs.
import { defineTool } from '@countersign/agent'
import { z } from 'zod'
import type { Feature } from '../../apps/server/src/platform/feature.ts'

let count = 0

const tool = defineTool({
  name: 'bench.count',
  description: 'Counts.',
  category: 'write',
  destructive: false,
  editSafe: true,
  capability: 'workspace_write',
  specifier: { kind: 'text', template: '{name}' },
  repeat: 'never',
  parallelSafe: true,
  input: z.object({ name: z.string() }),
  title: () => 'Count',
  inspect: ({ name }) => ({
    specifier: { kind: 'text', text: name },
    body: { kind: 'arguments', entries: [] },
    targets: [],
  }),
  run: () => Promise.resolve({ ok: true, text: String((count += 1)) }),
})

export const counter: Feature = { name: 'bench', start: () => ({ tools: () => [tool] }) }

/** A chain of nodes that each count. */
export const counts = (length: number) => ({
  version: 1,
  name: 'counts',
  inputs: {},
  outputs: {},
  nodes: Array.from({ length }, (_one, at) => ({
    id: `n${at}`,
    type: 'bench.count',
    inputs: { name: `n${at}` },
  })),
  edges: Array.from({ length: length - 1 }, (_one, at) => ({
    from: [`n${at}`, 'text'],
    to: [`n${at + 1}`, '$after'],
  })),
})
