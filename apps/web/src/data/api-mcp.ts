import { McpServerView } from '@countersign/protocol'
import type { McpServerInput } from '@countersign/protocol'
import { z } from 'zod'
import { httpGet, httpSend } from './http.ts'
import type { HttpResult } from './http.ts'

const Done = z.object({ ok: z.literal(true) })
const at = (name: string): string => `/api/mcp/servers/${encodeURIComponent(name)}`

/** MCP servers that may be used, how they are, and whether they are trusted. */
export async function fetchServers(): Promise<HttpResult<readonly McpServerView[]>> {
  const answer = await httpGet('/api/mcp/servers', z.object({ servers: z.array(McpServerView) }))
  return answer.ok ? { ok: true, value: answer.value.servers } : answer
}

export async function putServer(name: string, input: McpServerInput): Promise<HttpResult<unknown>> {
  return httpSend('PUT', at(name), input, z.object({ server: McpServerView }))
}

export async function removeServer(name: string): Promise<HttpResult<unknown>> {
  return httpSend('DELETE', at(name), undefined, Done)
}

/** Trusts exactly the tools with this hash, or with null none. */
export async function trustServer(name: string, hash: string | null): Promise<HttpResult<unknown>> {
  const body = hash === null ? { trusted: false } : { trusted: true, hash }
  return httpSend('POST', `${at(name)}/trust`, body, z.unknown())
}

export async function restartServer(name: string): Promise<HttpResult<unknown>> {
  return httpSend('POST', `${at(name)}/restart`, {}, Done)
}

/** The address at which a person signs in for a server. */
export async function askSignIn(name: string): Promise<HttpResult<string>> {
  const answer = await httpSend('POST', `${at(name)}/authorize`, {}, z.object({ url: z.string() }))
  return answer.ok ? { ok: true, value: answer.value.url } : answer
}
