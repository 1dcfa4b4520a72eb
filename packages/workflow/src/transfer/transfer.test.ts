import { expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { createRegistry } from '../nodes/registry.ts'
import { SAMPLE_TOOLS } from '../testing/tool-facts.ts'
import { toMermaid } from './mermaid.ts'
import { importN8n } from './n8n.ts'

const N8N = {
  name: 'Watch',
  nodes: [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {}, position: [0, 0] },
    {
      name: 'Get page',
      type: 'n8n-nodes-base.httpRequest',
      parameters: { url: 'https://example.com' },
      position: [200, 0],
    },
    {
      name: 'Dynamic',
      type: 'n8n-nodes-base.httpRequest',
      parameters: { url: '={{ $json.url }}' },
      position: [200, 90],
    },
    { name: 'Say "it"', type: 'n8n-nodes-base.slack', parameters: { text: 'x' }, position: [400, 0] },
  ],
  connections: {
    Start: { main: [[{ node: 'Get page', type: 'main', index: 0 }]] },
    'Get page': { main: [[{ node: 'Say "it"', type: 'main', index: 0 }]] },
  },
}

test('a workflow of n8n is read; what has no counterpart is a placeholder that does not compile', () => {
  const read = importN8n(JSON.stringify(N8N))
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const { graph, placeholders, notes } = read.value
  expect(graph.nodes.map(({ id, type }) => [id, type])).toEqual([
    ['Get_page', 'web.fetch'],
    ['Dynamic', 'placeholder.n8n-nodes-base.httpRequest'],
    ['Say_it_', 'placeholder.n8n-nodes-base.slack'],
  ])
  expect(graph.edges).toEqual([{ from: ['Get_page', 'text'], to: ['Say_it_', '$after'] }])
  expect(placeholders).toEqual(['Dynamic', 'Say_it_'])
  expect(notes).toHaveLength(2)
  const result = compile(graph, createRegistry(SAMPLE_TOOLS))
  expect(result.ok ? [] : result.errors.map(({ code }) => code)).toEqual(['placeholder', 'placeholder'])
  expect(toMermaid(graph)).toContain('n_Say_it_["Say &quot;it&quot;: placeholder.n8n-nodes-base.slack"]')
})

test.each(['{', '[]', '{"nodes":1}'])('%s is no workflow of n8n', (text) => {
  expect(importN8n(text).ok).toBe(false)
})
