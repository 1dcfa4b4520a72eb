import { z } from 'zod'
import { Instant } from './ids.ts'

/** How much of it is under version control. Absent: unknown. */
const Versioned = z.enum(['all', 'some', 'none'])

/** A path that a command would write or remove, as it is now. */
export const FoundFile = z.object({
  act: z.enum(['overwrite', 'append', 'remove']),
  /** As the command names it. */
  path: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** There are more than were counted. */
  more: z.literal(true).optional(),
  versioned: Versioned.optional(),
})
export type FoundFile = z.infer<typeof FoundFile>

/** A name and its value. `json`: the value is a JSON text, because the argument was not a string. */
const Entry = z.object({ name: z.string(), value: z.string(), json: z.literal(true).optional() })

/** The MCP server that a call goes to, as the person's list describes it. Nothing in it comes from the server itself. */
export const CalledServer = z.object({
  name: z.string(),
  transport: z.enum(['stdio', 'http']),
  /** Its command, or its address. */
  at: z.string(),
  /** Null: not trusted, or not in its present form. Absent: the call predates this field. */
  trusted_at: Instant.nullable().optional(),
})
export type CalledServer = z.infer<typeof CalledServer>

/** A tool's description of itself, before and now. It is untrusted text. */
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
    /** There are more than were counted. */
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
 * A body whose kind a feature defines. A client that knows the kind draws `data`, which follows the feature's contract; every other client
 * draws `entries`, the arguments. Both describe the same call.
 */
export const FeatureBody = z.object({
  /** The name of the feature, a dot, and the feature's own word: `notes.note`. */
  kind: z.templateLiteral([KindPart, '.', KindPart]),
  entries: z.array(Entry),
  data: z.record(z.string(), z.unknown()),
})
export type FeatureBody = z.infer<typeof FeatureBody>

/**
 * The change that a call would make: the body of the card. It is exactly what would run; for a long body a view contains only the beginning
 * and says so in `shortened`. The facts around it (sizes, existing files, version control, the server) were collected when the call was
 * proposed.
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
