import { z } from 'zod'
import { Instant } from './ids.ts'

/** Name of an MCP server, part of the names of its tools: `mcp__name__tool`. */
export const McpName = z
  .string()
  .regex(
    /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/,
    'lower-case letters and digits, with single `-` or `_` between',
  )
  .max(32)

const Variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'a name of letters, digits and `_`')
const Header = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'a header name')
/** A secret: a text sets it, null keeps the stored one. */
const Secret = z.string().max(8000).nullable()

/** How a server is reached. Values of variables and headers are secrets: they are stored and never returned. */
export const McpTransportInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stdio'),
    command: z.string().min(1).max(4096),
    args: z.array(z.string().max(4096)).max(100).default([]),
    env: z.record(Variable, Secret).default({}),
    cwd: z.string().min(1).max(4096).optional(),
  }),
  z.object({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }).max(4096),
    headers: z.record(Header, Secret).default({}),
  }),
])
export type McpTransportInput = z.infer<typeof McpTransportInput>

/** Adds a server to the list of usable ones. */
export const McpServerInput = z.object({
  transport: McpTransportInput,
  enabled: z.boolean().default(true),
})
export type McpServerInput = z.infer<typeof McpServerInput>

/** Trusts a server for exactly the tools whose hash the person saw, or ends the trust. */
export const McpTrustInput = z.discriminatedUnion('trusted', [
  z.object({ trusted: z.literal(true), hash: z.string().min(1).max(128) }),
  z.object({ trusted: z.literal(false) }),
])

export const McpToolView = z.object({
  /** Its name for the model: `mcp__server__tool`. */
  name: z.string(),
  description: z.string(),
  category: z.enum(['read', 'external']),
  destructive: z.boolean(),
  /** It changed since it was last approved, so it asks in every mode. */
  changed: z.boolean(),
})
export type McpToolView = z.infer<typeof McpToolView>

/**
 * off: not enabled. starting. ready. waiting: it failed and is retried at `retry_at`. authorize: a person must sign in to the
 * server (`POST …/authorize` returns the address).
 */
export const McpState = z.enum(['off', 'starting', 'ready', 'waiting', 'authorize'])

export const McpServerView = z.object({
  name: McpName,
  transport: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('stdio'),
      command: z.string(),
      args: z.array(z.string()),
      /** Names only. */
      env: z.array(z.string()),
      cwd: z.string().nullable(),
    }),
    z.object({ kind: z.literal('http'), url: z.string(), headers: z.array(z.string()) }),
  ]),
  enabled: z.boolean(),
  state: McpState,
  /** The last error, for people; null: none. */
  problem: z.string().nullable(),
  retry_at: Instant.nullable(),
  /** The server's own description, which is not trusted. */
  server: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** changed: it was trusted, and its tools have changed since. */
  trust: z.enum(['untrusted', 'trusted', 'changed']),
  /** Since when it has been trusted; absent: it is not, or the time was not recorded. */
  trusted_at: Instant.optional(),
  /** Hash over names, descriptions, schemas and hints of all tools; null: not known yet. */
  hash: z.string().nullable(),
  tools: z.array(McpToolView),
  /** Tools that are not offered, and why. */
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type McpServerView = z.infer<typeof McpServerView>
