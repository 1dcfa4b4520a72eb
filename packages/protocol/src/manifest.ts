import { z } from 'zod'
import { nearest } from './nearest.ts'

/** Most tools that one client can offer. */
export const CLIENT_TOOL_LIMIT = 200

/**
 * What a client's tool does. `none` reads; `proposal` shows something for a person to accept or not, and counts as `external`;
 * `write` changes what the client has open; `external` is anything else.
 */
export const ToolEffect = z.enum(['none', 'proposal', 'write', 'external'])
export type ToolEffect = z.infer<typeof ToolEffect>

const Params = z.record(z.string(), z.unknown())
const Template = z.string().max(200)
const Lock = z.string().regex(/^[\w.-]{1,64}$/, 'letters, digits, `_`, `.` and `-`, at most 64')

/**
 * A tool that a client offers, without its handler, which stays in the client. Unknown keys are refused, because they were
 * meant to do something.
 */
export const SerializedTool = z
  .strictObject(
    {
      /** `module.verb`, such as `editor.save`, or a tool of the workflow editor, such as `ui_add_node`. */
      name: z
        .string()
        .regex(/^(?:[a-z][A-Za-z0-9_]*\.[A-Za-z][A-Za-z0-9_]*|ui_[a-z_]+)$/, 'a name like `module.verb`')
        .max(64),
      description: z.string().max(2000),
      /** JSON Schema of its arguments. Absent: it takes none. */
      params: Params.optional(),
      /** Another name for `params`. */
      input_schema: Params.optional(),
      inputSchema: Params.optional(),
      /** Its effect. Absent: `external`. */
      effect: ToolEffect.optional(),
      /** The old form of `effect`: true is `external`, false is `none`. */
      side_effect: z.boolean().optional(),
      sideEffect: z.boolean().optional(),
      /** Claims that its edits are harmless. The claim grants nothing: a tool that makes it counts as `external`. */
      edit_safe: z.boolean().optional(),
      editSafe: z.boolean().optional(),
      /** The text that rules match, with argument names in braces: `{command}`. The server renders it. */
      specifier_template: Template.optional(),
      specifierTemplate: Template.optional(),
      /** Of all tools with the same lock, one runs at a time, whoever offers them. Absent: it has no lock. */
      lock: Lock.optional(),
      requiresExclusiveLock: Lock.optional(),
      /** The plugin it belongs to, as `id@hash`; the server knows what it is from the plugin itself. Our own page sends this. */
      plugin: z
        .string()
        .regex(/^[a-z][a-z0-9]{1,31}@[0-9a-f]{64}$/)
        .optional(),
      kind: z.enum(['agentTool', 'command', 'layout']),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKey(issue.keys) : undefined) },
  )
  .superRefine((tool, context) => {
    const read = readTool(tool)
    if (!read.ok) context.addIssue({ code: 'custom', message: read.message })
  })
export type SerializedTool = z.infer<typeof SerializedTool>

/** A client's tool as the server uses it: one name for each fact. */
export interface ClientTool {
  readonly name: string
  readonly description: string
  readonly params: Readonly<Record<string, unknown>>
  readonly effect: ToolEffect
  readonly specifierTemplate: string | undefined
  readonly lock: string | undefined
  /** `id@hash` of the plugin that it belongs to. */
  readonly plugin?: string
  readonly kind: SerializedTool['kind']
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

/** Reads a tool in any spelling. If two spellings of one fact differ, the tool is refused, because either could be meant. */
export function readTool(sent: SerializedTool): Read<ClientTool> {
  const { name, description, kind } = sent
  const params = oneOf(sent, ['params', 'input_schema', 'inputSchema'])
  if (!params.ok) return params
  const template = oneOf(sent, ['specifier_template', 'specifierTemplate'])
  if (!template.ok) return template
  const lock = oneOf(sent, ['lock', 'requiresExclusiveLock'])
  if (!lock.ok) return lock
  const old = oneOf(sent, ['side_effect', 'sideEffect'])
  if (!old.ok) return old
  if (sent.effect !== undefined && old.value !== undefined && old.value !== (sent.effect !== 'none'))
    return { ok: false, message: '`effect` and `side_effect` say different things: give `effect` alone' }
  const safe = oneOf(sent, ['edit_safe', 'editSafe'])
  if (!safe.ok) return safe
  const said = sent.effect ?? (old.value === false ? 'none' : 'external')
  const effect = safe.value === true ? 'external' : said
  return {
    ok: true,
    value: {
      name,
      description,
      kind,
      effect,
      params: params.value ?? NO_PARAMS,
      specifierTemplate: template.value,
      lock: lock.value,
      ...(sent.plugin === undefined ? {} : { plugin: sent.plugin }),
    },
  }
}

const NO_PARAMS = { type: 'object', properties: {}, additionalProperties: false }

function oneOf<Key extends keyof SerializedTool>(
  tool: SerializedTool,
  keys: readonly [Key, Key, ...Key[]],
): Read<SerializedTool[Key] | undefined> {
  const given = keys.filter((key) => tool[key] !== undefined)
  const [first, ...others] = given
  if (first === undefined) return { ok: true, value: undefined }
  const text = JSON.stringify(tool[first])
  const other = others.find((key) => JSON.stringify(tool[key]) !== text)
  if (other === undefined) return { ok: true, value: tool[first] }
  return { ok: false, message: `\`${first}\` and \`${other}\` are one thing and differ: give one` }
}

const KEYS = [
  'name',
  'description',
  'params',
  'input_schema',
  'inputSchema',
  'effect',
  'side_effect',
  'sideEffect',
  'edit_safe',
  'editSafe',
  'specifier_template',
  'specifierTemplate',
  'lock',
  'requiresExclusiveLock',
  'plugin',
  'kind',
] as const

function unknownKey(keys: readonly string[]): string {
  return keys
    .map((key) => `there is no \`${key.slice(0, 60)}\`: did you mean \`${nearest(key, KEYS)}\`?`)
    .join(' ')
}
