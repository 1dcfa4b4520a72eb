import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import { z } from 'zod'
import { schemaProblem } from '../../tools/foreign-schema.ts'
import { plainText } from '../../tools/plain-text.ts'

/** Limits: tools of one server, and characters of a description that a model sees. */
const TOOL_LIMIT = 200
const DESCRIPTION_LIMIT = 4000

/** A tool as its server describes it. All of it is untrusted text. */
export interface Definition {
  /** The server's own name for it. */
  readonly tool: string
  /** Its name here: `mcp__server__tool`. */
  readonly name: string
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly hints: Hints
  /** Over name, description, schema and hints: another hash is another tool. */
  readonly hash: string
}

/** What a server claims about a tool. Absent hints claim nothing. */
export interface Hints {
  readonly readOnly: boolean
  readonly destructive: boolean | undefined
}

export interface Definitions {
  readonly tools: readonly Definition[]
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  /** Over all tools, in the order of their names. */
  readonly hash: string
}

const Listed = z.object({
  name: z.string(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z
    .object({ readOnlyHint: z.boolean().optional(), destructiveHint: z.boolean().optional() })
    .optional(),
})

/** Reads the tools that a server lists. An invalid one is refused with a reason, and the others stay. */
export async function readDefinitions(server: string, listed: readonly unknown[]): Promise<Definitions> {
  const tools = new Map<string, Definition>()
  const refused: { name: string; reason: string }[] = []
  for (const one of listed) {
    const read = await readDefinition(server, one)
    if ('reason' in read) refused.push(read)
    else if (tools.has(read.name)) refused.push({ name: read.tool, reason: 'the server lists it twice' })
    else if (tools.size >= TOOL_LIMIT)
      refused.push({ name: read.tool, reason: `a server has at most ${TOOL_LIMIT} tools` })
    else tools.set(read.name, read)
  }
  const sorted = [...tools.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const hash = sha256(canonicalJson(sorted.map((tool) => tool.hash)))
  return { tools: sorted, refused: refused.slice(0, TOOL_LIMIT), hash }
}

async function readDefinition(
  server: string,
  listed: unknown,
): Promise<Definition | { readonly name: string; readonly reason: string }> {
  const parsed = Listed.safeParse(listed)
  if (!parsed.success) return { name: '(unnamed)', reason: 'it is not described as a tool' }
  const { name: tool, inputSchema, annotations } = parsed.data
  const shown = plainText(tool).slice(0, 100)
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(tool))
    return { name: shown, reason: 'its name is too long or has characters that tool names cannot have' }
  const problem = schemaProblem(inputSchema)
  if (problem !== undefined) return { name: shown, reason: `the schema of its arguments ${problem}` }
  const whole = parsed.data.description ?? ''
  const hints: Hints = {
    readOnly: annotations?.readOnlyHint === true,
    destructive: annotations?.destructiveHint,
  }
  return {
    tool,
    name: `mcp__${server}__${tool}`,
    description: plainText(whole).slice(0, DESCRIPTION_LIMIT),
    schema: inputSchema,
    hints,
    hash: sha256(canonicalJson([tool, whole, inputSchema, annotations ?? null])),
  }
}
