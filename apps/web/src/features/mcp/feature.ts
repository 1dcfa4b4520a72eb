import { lazy } from '../../ui/lazy.ts'
import { defineFeature } from '../../platform/feature.ts'

const McpPage = lazy(async () => ({ default: (await import('./McpPage.tsx')).McpPage }))

/** MCP servers and whether they are trusted. */
export const mcp = defineFeature({
  name: 'mcp',
  settings: [{ id: 'mcp', title: 'MCP servers', section: McpPage }],
})
