import { McpName, McpServerInput, McpTrustInput } from '@countersign/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { McpServers } from '../mcp/mcp-servers.ts'
import type { Guards } from './guards.ts'

export interface McpRoutesParts {
  readonly mcp: McpServers
  readonly guards: Guards
  refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply
}

const Named = z.object({ name: McpName })
/** Where people come back to after they signed in at a server. */
export const MCP_RETURN = '/api/mcp/signed-in'
const GONE = 'there is no MCP server of this name; it may have been removed'

/** MCP servers as a resource: the list of those that may be used, how they are, and whether they are trusted. */
export function mcpRoutes(app: FastifyInstance, { mcp, guards, refuse }: McpRoutesParts): void {
  app.get('/api/mcp/servers', guards.read, () => ({ servers: mcp.list() }))

  app.put('/api/mcp/servers/:name', guards.person, async (request, reply) => {
    const named = Named.safeParse(request.params)
    const input = McpServerInput.safeParse(request.body)
    const error = named.error ?? input.error
    if (!named.success || !input.success)
      return refuse(reply, 400, 'bad_message', error === undefined ? 'unreadable' : z.prettifyError(error))
    return { server: await mcp.put(named.data.name, input.data) }
  })

  app.delete('/api/mcp/servers/:name', guards.person, async (request, reply) => {
    const named = Named.safeParse(request.params)
    const removed = named.success && (await mcp.remove(named.data.name))
    return removed ? { ok: true } : refuse(reply, 404, 'not_found', GONE)
  })

  app.post('/api/mcp/servers/:name/trust', guards.person, async (request, reply) => {
    const named = Named.safeParse(request.params)
    const body = McpTrustInput.safeParse(request.body)
    if (!body.success) return refuse(reply, 400, 'bad_message', z.prettifyError(body.error))
    const done = named.success
      ? await mcp.trust(named.data.name, body.data.trusted ? body.data.hash : null)
      : 'not_found'
    switch (done) {
      case 'ok':
        return { server: mcp.list().find(({ name }) => name === named.data?.name) }
      case 'changed':
        return refuse(reply, 409, 'hash_mismatch', 'the tools of this server changed; look at them again')
      case 'not_found':
        return refuse(reply, 404, 'not_found', GONE)
    }
  })

  app.post('/api/mcp/servers/:name/authorize', guards.person, (request, reply) => {
    const named = Named.safeParse(request.params)
    const address = named.success ? mcp.signInAddress(named.data.name) : undefined
    return address === undefined
      ? refuse(reply, 409, 'unavailable', 'this server does not ask anyone to sign in now')
      : { url: address }
  })

  // The browser comes from elsewhere and brings no session: what it must bring is the secret that only this server gave out.
  app.get(MCP_RETURN, async (request, reply) => {
    const done = await mcp.signedIn(new URL(request.url, 'http://localhost').searchParams).catch(() => false)
    const words = done ? 'Signed in. You can close this page.' : 'This did not work. Try to sign in again.'
    return reply
      .code(done ? 200 : 400)
      .type('text/plain')
      .send(words)
  })

  app.post('/api/mcp/servers/:name/restart', guards.person, (request, reply) => {
    const named = Named.safeParse(request.params)
    return named.success && mcp.restart(named.data.name)
      ? { ok: true }
      : refuse(reply, 404, 'not_found', GONE)
  })
}
