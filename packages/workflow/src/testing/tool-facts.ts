import type { JsonSchema } from '../json.ts'
import type { ToolNodeFacts } from '../nodes/define-node.ts'

const TEXT: JsonSchema = { type: 'string' }

function tool(
  name: string,
  facts: Pick<ToolNodeFacts, 'category' | 'specifier'> & Partial<ToolNodeFacts>,
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): ToolNodeFacts {
  return {
    name,
    title: name,
    description: `The tool ${name}.`,
    input: { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) },
    destructive: false,
    repeat: facts.category === 'read' ? 'safe' : 'never',
    definitionHash: `definition of ${name}`,
    ...facts,
  }
}

const PATH = { kind: 'path', template: '{path}' } as const
const URL_TEXT = { kind: 'url', template: '{url}' } as const

/** Sample tool facts as the server supplies them, for tests and examples. */
export const SAMPLE_TOOLS: readonly ToolNodeFacts[] = [
  tool('files.read', { category: 'read', specifier: PATH }, { path: TEXT }),
  tool(
    'files.list',
    {
      category: 'read',
      specifier: PATH,
      output: {
        type: 'object',
        properties: { text: TEXT, files: { type: 'array', items: TEXT } },
        required: ['text', 'files'],
      },
    },
    { path: TEXT },
  ),
  tool(
    'files.write',
    {
      category: 'write',
      specifier: PATH,
      output: { type: 'object', properties: { text: TEXT, path: TEXT }, required: ['text', 'path'] },
    },
    { path: TEXT, content: TEXT },
  ),
  tool(
    'files.rename',
    { category: 'write', specifier: { kind: 'path', template: '{from} → {to}' } },
    { from: TEXT, to: TEXT },
  ),
  tool('files.delete', { category: 'write', destructive: true, specifier: PATH }, { path: TEXT }),
  tool(
    'terminal.exec',
    { category: 'execute', specifier: { kind: 'shell', template: '{command}' } },
    { command: TEXT },
  ),
  tool('web.fetch', { category: 'external', repeat: 'safe', specifier: URL_TEXT }, { url: TEXT }),
  tool(
    'http.request',
    { category: 'external', destructive: 'by_arguments', specifier: URL_TEXT },
    { url: TEXT },
    { method: TEXT, headers: { type: 'object', additionalProperties: TEXT }, body: TEXT },
  ),
  tool(
    'llm.generate',
    { category: 'read', specifier: { kind: 'text', template: '{model}' } },
    { prompt: TEXT },
    { context: TEXT, model: TEXT },
  ),
  tool(
    'notify.person',
    { category: 'write', repeat: 'idempotent', specifier: { kind: 'text', template: '' } },
    { text: TEXT },
  ),
  tool(
    'search_collections',
    { category: 'read', specifier: { kind: 'text', template: '{query}' } },
    { query: TEXT },
  ),
  tool(
    'mcp__tracker__create',
    { category: 'external', specifier: { kind: 'text', template: '' } },
    { title: TEXT },
    { text: TEXT },
  ),
]
