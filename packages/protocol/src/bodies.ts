import { z } from 'zod'
import { Instant } from './ids.ts'

/** How much of it is under version control. Absent: unknown. */
const Versioned = z.enum(['all', 'some', 'none'])

/** What exists now at a path that a command would write or remove. */
export const FoundFile = z.object({
  act: z.enum(['overwrite', 'append', 'remove']),
  /** The path as the command names it. */
  path: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** More exist than were counted. */
  more: z.literal(true).optional(),
  versioned: Versioned.optional(),
})
export type FoundFile = z.infer<typeof FoundFile>

/** A name and its value. `json`: the value is a JSON text, because the argument was not a string. */
const Entry = z.object({ name: z.string(), value: z.string(), json: z.literal(true).optional() })

/** The MCP server that a call goes to, as in the person's list. Nothing here comes from the server itself. */
export const CalledServer = z.object({
  name: z.string(),
  transport: z.enum(['stdio', 'http']),
  /** Its command, or its address. */
  at: z.string(),
  /** Null: not trusted, or changed since it was trusted. Absent: recorded before this field existed. */
  trusted_at: Instant.nullable().optional(),
})
export type CalledServer = z.infer<typeof CalledServer>

/** How a tool describes itself, before and now: text from outside, not trusted. */
export const DefinitionChange = z.object({ before: z.string().max(50_000), after: z.string().max(50_000) })
export type DefinitionChange = z.infer<typeof DefinitionChange>

/** Bodies that every client knows how to draw. */
export const CoreBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('shell'),
    command: z.string(),
    cwd: z.string(),
    /** Existing files that it would write or remove by name. */
    found: z.array(FoundFile).optional(),
  }),
  z.object({
    kind: z.literal('write'),
    path: z.string(),
    /** Unified diff lines; a new file has added lines only. */
    before: z.string().nullable(),
    after: z.string(),
    outside_workspace: z.boolean(),
    /** Bytes of the file that would be replaced as a whole. */
    overwrites: z.number().int().optional(),
    versioned: Versioned.optional(),
  }),
  z.object({
    kind: z.literal('path'),
    action: z.string(),
    paths: z.array(z.string()),
    /** The pattern that is searched for. */
    pattern: z.string().optional(),
    files: z.number().int().optional(),
    bytes: z.number().int().optional(),
    /** More exist than were counted. */
    more: z.literal(true).optional(),
    outside_workspace: z.boolean().optional(),
    versioned: Versioned.optional(),
  }),
  z.object({
    kind: z.literal('url'),
    method: z.string(),
    url: z.string(),
    /** The headers that are sent. */
    headers: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
    body: z.string().optional(),
  }),
  /** The agent's own to-do list. */
  z.object({
    kind: z.literal('todo'),
    items: z.array(z.object({ text: z.string(), state: z.enum(['open', 'in_progress', 'done']) })),
  }),
  /** Work for an agent below this one. */
  z.object({
    kind: z.literal('subtask'),
    title: z.string(),
    instructions: z.string(),
    tools: z.array(z.string()),
    /** Its limits, in words. */
    limits: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('arguments'),
    entries: z.array(Entry),
    server: CalledServer.optional(),
    /** Set if the tool has changed since it was last allowed. */
    change: DefinitionChange.optional(),
  }),
])
export type CoreBody = z.infer<typeof CoreBody>

const KindPart = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/**
 * A body of a kind that a feature defines. A client that knows the kind draws `data`, whose shape the feature's contract
 * defines; any other draws `entries`, the arguments. Both describe the same call.
 */
export const FeatureBody = z.object({
  /** The feature's name, a dot, and the feature's own word: `notes.note`. */
  kind: z.templateLiteral([KindPart, '.', KindPart]),
  entries: z.array(Entry),
  data: z.record(z.string(), z.unknown()),
})
export type FeatureBody = z.infer<typeof FeatureBody>

/**
 * What would change: the body of the card. It is exactly what would run; a view carries only the beginning of a long one and
 * says so in `shortened`. The facts that come with it (sizes, existing files, version control, the server) are those found when
 * the call was proposed.
 */
export const CallBody = z.union([CoreBody, FeatureBody])
export type CallBody = z.infer<typeof CallBody>

/** A kind of card body, declared by the feature that owns it. */
export interface BodyContract {
  readonly kind: FeatureBody['kind']
  /** The schema of `data`. */
  readonly data: z.ZodType<Record<string, unknown>>
  /** One line for the reference, without a full stop. */
  readonly about: string
}

export function defineBody<const Contract extends BodyContract>(contract: Contract): Contract {
  return contract
}

/** Writes a body by its contract. */
export function buildBody<Contract extends BodyContract>(
  { kind }: Contract,
  {
    data,
    entries,
  }: {
    readonly data: z.input<Contract['data']> & Record<string, unknown>
    readonly entries: FeatureBody['entries']
  },
): FeatureBody {
  return { kind, entries, data }
}

/** Reads the data of a body by its contract; undefined: its kind or its version differs. */
export function readBody<const Contract extends BodyContract>(
  { kind, data }: Contract,
  body: CallBody,
): z.output<Contract['data']> | undefined {
  if (body.kind !== kind || !isFeatureBody(body)) return undefined
  const parsed = data.safeParse(body.data)
  return parsed.success ? (parsed.data as z.output<Contract['data']>) : undefined // parsed by the contract that types it
}

/** A body of a feature's own kind. */
export function isFeatureBody(body: CallBody): body is FeatureBody {
  return body.kind.includes('.')
}
