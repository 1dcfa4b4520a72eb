import { z } from 'zod'
import { readTool, SerializedTool, ToolEffect, type ClientTool } from './manifest.ts'
import { unknownKey } from './unknown-keys.ts'

/** Maximum number of tools of one plugin. */
export const PLUGIN_TOOL_LIMIT = 20
/** Maximum length in characters of `plugin.json`, and of its script. */
const PLUGIN_JSON_LIMIT = 64_000
export const PLUGIN_MAIN_LIMIT = 1_000_000

/** Our own modules, whose names no plugin can take. */
export const OWN_MODULES: ReadonlySet<string> = new Set([
  'agent',
  'browser',
  'changes',
  'chat',
  'countersign',
  'editor',
  'files',
  'human',
  'layout',
  'mcp',
  'memory',
  'observability',
  'outside',
  'plan',
  'plugin',
  'plugins',
  'shell',
  'status',
  'subtask',
  'terminal',
  'todo',
  'tools',
  'ui',
  'web',
  'workflow',
])

/** The names of its tools begin with it. */
export const PluginId = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,31}$/, 'two to 32 small letters and digits')
  .refine((id) => !OWN_MODULES.has(id), 'this is the name of a built-in module; choose another')

/** A name that people read next to ours: words and digits, nothing graphical. */
const PluginName = z
  .string()
  .regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,38}[\p{L}\p{N}])?$/u,
    'one to 40 letters, digits, spaces, `.`, `_` and `-`',
  )

/** Paths from the root of the workspace, with `*` and `**`. */
const ReadGlob = z
  .string()
  .min(1)
  .max(200)
  .refine((glob) => !glob.startsWith('/') && !glob.split('/').includes('..'), 'a path below the workspace')

/** A host name, with a port unless it is the scheme's default. Wildcards are not allowed: each host is named. */
const Host = z
  .string()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, 'a host name like `api.example.com`')

export const PluginPermissions = z.object({
  /** The agent can call its tools. */
  tools: z.boolean().default(false),
  /** `described`: it sends data that we draw. `page`: it draws itself, in a frame. Absent: it has no pane. */
  pane: z.enum(['described', 'page']).optional(),
  read: z.array(ReadGlob).max(50).readonly().default([]),
  network: z.array(Host).max(20).readonly().default([]),
})
export type PluginPermissions = z.infer<typeof PluginPermissions>

/** A tool in `plugin.json`: as in a client's manifest, except that `effect` may be a boolean. */
const PluginTool = z.object({
  name: z.string(),
  description: z.string().min(20, 'at least 20 characters, so that a model knows when to call it').max(2000),
  params: z.record(z.string(), z.unknown()).optional(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
  effect: z.union([ToolEffect, z.boolean()]).optional(),
  side_effect: z.boolean().optional(),
  sideEffect: z.boolean().optional(),
  specifier_template: z.string().optional(),
  specifierTemplate: z.string().optional(),
  lock: z.string().optional(),
  requiresExclusiveLock: z.string().optional(),
})

const PluginJson = z.object({
  id: PluginId,
  name: PluginName,
  version: z.string().regex(/^[\w.+-]{1,32}$/, 'a version like `1.0.0`'),
  api: z.literal(1),
  main: z
    .string()
    .regex(/^[\w-]+\.js$/, 'a file beside it, like `main.js`')
    .default('main.js'),
  permissions: PluginPermissions.default({ tools: false, read: [], network: [] }),
  tools: z.array(PluginTool).max(PLUGIN_TOOL_LIMIT).readonly().default([]),
})

/** The parsed `plugin.json`. */
export interface PluginManifest {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly main: string
  readonly permissions: PluginPermissions
  readonly tools: readonly ClientTool[]
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

/** Parses `plugin.json`. It fails closed: if any part is unclear, the whole file is refused, with a message for its author. */
export function readPlugin(text: string): Read<PluginManifest> {
  if (text.length > PLUGIN_JSON_LIMIT)
    return no(`\`plugin.json\` is longer than ${PLUGIN_JSON_LIMIT} characters`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return no(`\`plugin.json\` is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
  const parsed = PluginJson.safeParse(json)
  if (!parsed.success) return no(z.prettifyError(parsed.error))
  const unknown = unknownKey(PluginJson, json)
  if (unknown !== undefined) return no(`${unknown.at}: ${unknown.message}`)
  const { id, name, version, main, permissions } = parsed.data
  const tools: ClientTool[] = []
  for (const declared of parsed.data.tools) {
    const tool = readDeclared(declared)
    if (!tool.ok) return no(`\`${declared.name.slice(0, 64)}\`: ${tool.message}`)
    const problem = toolProblem(id, tool.value, tools)
    if (problem !== undefined) return no(problem)
    tools.push(tool.value)
  }
  if (tools.length > 0 && !permissions.tools) return no('it has tools, but `permissions.tools` is not true')
  return { ok: true, value: { id, name, version, main, permissions, tools } }
}

function readDeclared(declared: z.infer<typeof PluginTool>): Read<ClientTool> {
  const { effect, ...rest } = declared
  const said = typeof effect === 'boolean' ? (effect ? 'external' : 'none') : effect
  const tool = SerializedTool.safeParse({
    ...rest,
    ...(said === undefined ? {} : { effect: said }),
    kind: 'agentTool',
  })
  return tool.success ? readTool(tool.data) : no(z.prettifyError(tool.error))
}

function toolProblem(id: string, { name }: ClientTool, before: readonly ClientTool[]): string | undefined {
  if (!name.startsWith(`${id}.`))
    return `\`${name}\` must begin with \`${id}.\`: tools carry the name of their plugin`
  if (name === fetchNameOf(id)) return `\`${name}\` is the name under which its requests ask; choose another`
  if (before.some((other) => other.name === name)) return `\`${name}\` is there twice`
  return undefined
}

/** The tool name of a plugin's network requests, at the gate and in rules. */
export function fetchNameOf(id: string): string {
  return `${id}.fetch`
}

function no(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}
