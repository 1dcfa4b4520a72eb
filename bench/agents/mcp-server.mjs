// An MCP server on stdio with one tool that has an effect on disk: `make` creates an empty file.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const TOOL = {
  name: 'make',
  description: 'Creates an empty file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = ANSWERS(method, params)
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
}

function ANSWERS(method, params) {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'maker', version: '1.0.0' },
        },
      }
    case 'tools/list':
      return { result: { tools: [TOOL] } }
    case 'tools/call':
      writeFileSync(params.arguments.path, '')
      return { result: { content: [{ type: 'text', text: 'made' }] } }
    case 'ping':
      return { result: {} }
    default:
      return { error: { code: -32601, message: `no method ${method}` } }
  }
}
