import type { ToolOutcome } from '@countersign/agent'
import { SdkError, SdkErrorCode, type Client } from '@modelcontextprotocol/client'
import { plainText } from '../../tools/plain-text.ts'
import type { McpConnection } from './connection.ts'

/** The library's own limit, which does not know about that. */
const NEVER = 2_000_000_000
/** Most characters of a result that are kept. */
const RESULT_LIMIT = 500_000

export interface CallTime {
  /** Aborts when the call is stopped or has taken too long. */
  readonly signal: AbortSignal
  readonly timedOut: () => boolean
  /** Milliseconds that it may take. */
  readonly limit: number
}

/** Calls a tool of a server and converts its answer to text. */
export async function callTool(
  connection: McpConnection,
  call: { readonly tool: string; readonly args: Record<string, unknown>; readonly name: string },
  time: CallTime,
  show: (text: string) => void,
): Promise<ToolOutcome> {
  const found = await connection.client(time.signal)
  if (!found.ok) return { ok: false, code: 'unavailable', text: found.message }
  try {
    const result = await found.client.callTool(
      { name: call.tool, arguments: call.args },
      {
        signal: time.signal,
        timeout: NEVER,
        onprogress: ({ progress, total, message }) =>
          show(`${plainText(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`)}\n`),
      },
    )
    const text = textOf(result).slice(0, RESULT_LIMIT)
    return result.isError === true
      ? { ok: false, code: 'mcp_error', text: text || 'the server reported a failure without a reason' }
      : { ok: true, text: text || '(no result)' }
  } catch (cause) {
    if (time.timedOut()) {
      await connection.doubt()
      const text = `\`${call.name}\` did not answer within ${time.limit / 1000} s; it is unknown whether it did its work`
      return { ok: false, code: 'timeout', text }
    }
    if (time.signal.aborted) return { ok: false, code: 'stopped', text: 'stopped' }
    const lost = cause instanceof SdkError && cause.code === SdkErrorCode.ConnectionClosed
    const why = plainText(cause instanceof Error ? cause.message : String(cause)).slice(0, 1000)
    return lost
      ? {
          ok: false,
          code: 'server_gone',
          text: `the MCP server exited during \`${call.name}\`; it is unknown whether it did its work`,
        }
      : { ok: false, code: 'mcp_error', text: `\`${call.name}\` failed: ${why}` }
  }
}

type Result = Awaited<ReturnType<Client['callTool']>>

function textOf(result: Result): string {
  const parts = result.content.map((block) => {
    switch (block.type) {
      case 'text':
        return plainText(block.text)
      case 'image':
      case 'audio':
        return `[${block.type}, ${block.mimeType}, ${block.data.length} characters of base64]`
      case 'resource_link':
        return `[${plainText(block.name)}: ${plainText(block.uri)}]`
      case 'resource':
        return 'text' in block.resource
          ? plainText(block.resource.text)
          : `[resource ${plainText(block.resource.uri)}]`
    }
  })
  if (parts.length === 0 && result.structuredContent !== undefined)
    return JSON.stringify(result.structuredContent, null, 2)
  return parts.join('\n')
}
