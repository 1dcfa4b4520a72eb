import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A minimal client for a Model Context Protocol server on stdio. */
export interface McpServer {
  readonly tools: readonly McpTool[]
  /** The result for the model, and how many of its bytes are images. */
  call(name: string, args: object): Promise<{ readonly text: string; readonly pictures: number }>
  close(): Promise<void>
}

export interface McpTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: unknown
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}
interface Content {
  readonly type: string
  readonly text?: string
  readonly data?: string
}

export async function mcpServer(command: string, args: readonly string[], cwd: string): Promise<McpServer> {
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (answer: Answer) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const answer = JSON.parse(line) as Answer // the protocol's own lines
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let next = 0
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (method: string, params: object) => {
    next += 1
    const id = next
    const answered = new Promise<Answer>((come) => waiting.set(id, come))
    send({ id, method, params })
    const { result, error } = await answered
    if (error !== undefined) throw new Error(error.message)
    return result
  }
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  })
  send({ method: 'notifications/initialized' })
  const { tools } = (await ask('tools/list', {})) as { tools: readonly McpTool[] } // as defined by the protocol
  return {
    tools,
    async call(name, given) {
      const { content } = (await ask('tools/call', { name, arguments: given })) as { content: Content[] } // the same
      return {
        text: content.map(({ text }) => text ?? '').join('\n'),
        pictures: content.reduce((sum, { data }) => sum + (data?.length ?? 0), 0),
      }
    },
    close: () => ended(child),
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((over) => child.once('exit', () => over()))
  child.stdin?.end()
  child.kill('SIGTERM')
  await gone
}
