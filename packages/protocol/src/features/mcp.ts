import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { McpName, McpServerInput, McpServerView, McpTrustInput } from '../mcp.ts'
import { Done } from '../common.ts'

const OneServer = z.object({ name: McpName })

/** MCP servers: which may be used, their state, and whether they are trusted. */
export const mcpRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers',
    needs: 'read',
    about: 'the MCP servers that may be used',
    reply: z.object({ servers: z.array(McpServerView).readonly() }),
  }),
  put: defineRoute({
    method: 'PUT',
    path: '/api/mcp/servers/:name',
    needs: 'person',
    about: 'adds a server',
    params: OneServer,
    namesNew: true,
    body: McpServerInput,
    reply: z.object({ server: McpServerView }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/mcp/servers/:name',
    needs: 'person',
    about: 'removes a server',
    params: OneServer,
    reply: Done,
  }),
  trust: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers/:name/trust',
    needs: 'person',
    about: 'trusts a server for the tools that were seen, or ends the trust',
    params: OneServer,
    body: McpTrustInput,
    reply: z.object({ server: McpServerView.optional() }),
  }),
  authorize: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers/:name/authorize',
    needs: 'person',
    about: 'starts signing in to a server; the response has the address to open',
    params: OneServer,
    reply: z.object({ url: z.string() }),
  }),
  signedIn: defineRoute({
    method: 'GET',
    path: '/api/mcp/signed-in',
    needs: 'open',
    about: 'where the browser returns after signing in; it must bring back the secret that was sent along',
  }),
  restart: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers/:name/restart',
    needs: 'person',
    about: 'restarts a server',
    params: OneServer,
    reply: Done,
  }),
}
