import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What it accepts: a sign-in, or a header with this value. */
export type Lock = 'sign-in' | { readonly header: string; readonly value: string }

export interface GuardedServer {
  readonly url: string
  /** Valid access tokens. Clearing it ends every sign-in. */
  readonly tokens: Set<string>
  close(): Promise<void>
}

/** An MCP server behind a lock, with its own minimal authorization server (registration, code with PKCE, refresh). */
export async function guardedServer(lock: Lock): Promise<GuardedServer> {
  const tokens = new Set<string>()
  const challenges = new Map<string, string>()
  let count = 0

  const give = (json: Json, response: ServerResponse) => {
    count += 1
    tokens.add(`secret-access-${count}`)
    json(response, {
      access_token: `secret-access-${count}`,
      refresh_token: 'secret-refresh',
      token_type: 'Bearer',
      expires_in: 3600,
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const base = `http://${request.headers.host ?? ''}`
    const { pathname, searchParams } = new URL(request.url ?? '/', base)
    const body = await text(request)
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json(response, { resource: `${base}/mcp`, authorization_servers: [base] })
    if (pathname.startsWith('/.well-known/')) return json(response, metadataAt(base))
    if (pathname === '/register')
      return json(response, { ...(JSON.parse(body) as object), client_id: 'us' }, 201)
    if (pathname === '/authorize') {
      challenges.set('the-code', searchParams.get('code_challenge') ?? '')
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'the-code')
      back.searchParams.set('state', searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
      return
    }
    if (pathname === '/token') {
      const asked = new URLSearchParams(body)
      const proof = createHash('sha256')
        .update(asked.get('code_verifier') ?? '')
        .digest('base64url')
      const isCode = challenges.get(asked.get('code') ?? '') === proof
      if (isCode || asked.get('refresh_token') === 'secret-refresh') return give(json, response)
      return json(response, { error: 'invalid_grant' }, 400)
    }
    if (pathname !== '/mcp') return json(response, { error: 'not here' }, 404)
    if (lock === 'sign-in' && !tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      const where = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`
      return json(response, {}, 401, { 'www-authenticate': where })
    }
    // A careless server, which echoes its input.
    if (lock !== 'sign-in' && request.headers[lock.header] !== lock.value)
      return json(response, { wrong: request.headers[lock.header] ?? null }, 403)
    if (request.method !== 'POST') return json(response, {}, 405)
    answerMcp(body, lock === 'sign-in' ? '' : lock.value, response)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    tokens,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

type Json = typeof json

function json(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function metadataAt(base: string): object {
  return {
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    registration_endpoint: `${base}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  }
}

/** One tool, which repeats the accepted credential. */
function answerMcp(body: string, secret: string, response: ServerResponse): void {
  const { id, method, params } = JSON.parse(body) as {
    id?: number
    method: string
    params?: { protocolVersion?: string }
  } // sent by the library
  const result = (value: object) => json(response, { jsonrpc: '2.0', id, result: value })
  if (id === undefined) response.writeHead(202).end()
  else if (method === 'initialize')
    result({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'guarded', version: '1' },
    })
  else if (method === 'tools/list') result({ tools: [{ name: 'open', inputSchema: { type: 'object' } }] })
  else if (method === 'tools/call') result({ content: [{ type: 'text', text: `open with ${secret}` }] })
  else json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } })
}
