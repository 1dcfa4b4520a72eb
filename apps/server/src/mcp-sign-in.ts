/** Signs in to an MCP server from the command line, without a running server. */
export { fileSignIn } from './features/mcp/file-sign-in.ts'
export type { McpOAuth } from './features/mcp/oauth.ts'
