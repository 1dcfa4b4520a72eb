import { mcpRoutes } from '@countersign/protocol'
import type { McpServerInput, McpServerView } from '@countersign/protocol'
import { call, pick } from './http.ts'
import type { HttpResult } from './http.ts'

/** MCP servers, their state, and whether they are trusted. */
export async function fetchServers(): Promise<HttpResult<readonly McpServerView[]>> {
  return pick(call(mcpRoutes.list, {}), ({ servers }) => servers)
}

export async function putServer(name: string, input: McpServerInput): Promise<HttpResult<unknown>> {
  return call(mcpRoutes.put, { params: { name }, body: input })
}

export async function removeServer(name: string): Promise<HttpResult<unknown>> {
  return call(mcpRoutes.remove, { params: { name } })
}

/** Trusts exactly the tools with this hash; null: none. */
export async function trustServer(name: string, hash: string | null): Promise<HttpResult<unknown>> {
  const body = hash === null ? ({ trusted: false } as const) : ({ trusted: true, hash } as const)
  return call(mcpRoutes.trust, { params: { name }, body })
}

export async function restartServer(name: string): Promise<HttpResult<unknown>> {
  return call(mcpRoutes.restart, { params: { name } })
}

/** The address at which a person signs in for a server. */
export async function askSignIn(name: string): Promise<HttpResult<string>> {
  return pick(call(mcpRoutes.authorize, { params: { name } }), ({ url }) => url)
}
