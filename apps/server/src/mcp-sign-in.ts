/** Signs in to an MCP server without a running server: for the command line. */
export { fileSignIn } from './features/mcp/file-sign-in.ts'
export type { McpOAuth } from './features/mcp/oauth.ts'
