import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { McpName, McpServerInput, McpServerView, McpTrustInput } from '../mcp.ts'
import { Done } from '../common.ts'

const OneServer = z.object({ name: McpName })

/** MCP servers: which may be used, how they are, and whether they are trusted. */
export const mcpRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/mcp/servers',
    needs: 'read',
    about: 'MCP servers that may be used',
    reply: z.object({ servers: z.array(McpServerView).readonly() }),
  }),
  put: defineRoute({
    method: 'PUT',
    path: '/api/mcp/servers/:name',
    needs: 'person',
    about: 'puts one on the list',
    params: OneServer,
    namesNew: true,
    body: McpServerInput,
    reply: z.object({ server: McpServerView }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/mcp/servers/:name',
    needs: 'person',
    about: 'takes it off',
    params: OneServer,
    reply: Done,
  }),
  trust: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers/:name/trust',
    needs: 'person',
    about: 'trusts it for the tools that were seen, or no longer',
    params: OneServer,
    body: McpTrustInput,
    reply: z.object({ server: McpServerView.optional() }),
  }),
  authorize: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers/:name/authorize',
    needs: 'person',
    about: 'begins to sign in at it; the answer has the address to open',
    params: OneServer,
    reply: z.object({ url: z.string() }),
  }),
  signedIn: defineRoute({
    method: 'GET',
    path: '/api/mcp/signed-in',
    needs: 'open',
    about: 'where the browser comes back from signing in; it has to bring the secret that went along',
  }),
  restart: defineRoute({
    method: 'POST',
    path: '/api/mcp/servers/:name/restart',
    needs: 'person',
    about: 'starts it again',
    params: OneServer,
    reply: Done,
  }),
}
