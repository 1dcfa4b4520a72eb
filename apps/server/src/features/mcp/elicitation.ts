import { defineTool, type Tool } from '@countersign/agent'
import { z } from 'zod'
import { plainText } from '../../tools/plain-text.ts'
import type { ElicitAnswer } from './open-client.ts'
import type { ActiveCall } from './mcp-tool.ts'

/** Limits: fields of a form, and characters of a message. */
const FIELD_LIMIT = 30
const MESSAGE_LIMIT = 4000

const Field = z.object({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
  title: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  oneOf: z.array(z.object({ const: z.string() })).optional(),
  items: z
    .object({
      enum: z.array(z.string()).optional(),
      anyOf: z.array(z.object({ const: z.string() })).optional(),
    })
    .optional(),
})
type Field = z.infer<typeof Field>

const Form = z.object({
  message: z.string(),
  requestedSchema: z.object({
    properties: z.record(z.string(), Field).default({}),
    required: z.array(z.string()).default([]),
  }),
})
const Link = z.object({ mode: z.literal('url'), message: z.string(), url: z.string().max(4096) })

/**
 * A server asks the person something while it works: a card with its name on it, which nothing fills in automatically. Yes with a note is
 * the answer: one `name: value` per line, or only the value if there is one field. An address is shown and never opened from here.
 */
export async function elicit(
  server: string,
  params: unknown,
  active: ReadonlySet<ActiveCall>,
): Promise<ElicitAnswer> {
  const call = [...active].at(-1)
  // No turn is running, so there is nobody to ask.
  if (call === undefined) return { action: 'cancel' }
  const link = Link.safeParse(params)
  const form = Form.safeParse(params)
  if (
    !link.success &&
    (!form.success || Object.keys(form.data.requestedSchema.properties).length > FIELD_LIMIT)
  )
    return { action: 'decline' }
  const goOn = call.hold()
  try {
    if (link.success) {
      const input = { server, message: link.data.message, fields: [{ name: 'address', asks: link.data.url }] }
      return { action: (await call.ask(question, input)).allowed ? 'accept' : 'decline' }
    }
    if (!form.success) return { action: 'decline' }
    const { properties, required } = form.data.requestedSchema
    const fields = Object.entries(properties).map(([name, field]) => ({
      name,
      asks: describe(field, required.includes(name)),
    }))
    const answer = await call.ask(question, { server, message: form.data.message, fields })
    if (!answer.allowed) return { action: 'decline' }
    const content = readAnswers(properties, answer.words)
    return required.every((name) => Object.hasOwn(content, name))
      ? { action: 'accept', content }
      : { action: 'decline' }
  } finally {
    goOn()
  }
}

const Question = z.object({
  server: z.string(),
  message: z.string(),
  fields: z.array(z.object({ name: z.string(), asks: z.string() })),
})

/** Only a person can answer it: no rule and no mode does. No model has this tool. */
const question: Tool = defineTool({
  name: 'mcp_question',
  description: 'Asks the person a question from an MCP server.',
  input: Question,
  category: 'external',
  destructive: false,
  asks: 'always',
  editSafe: false,
  capability: 'network',
  specifier: { kind: 'text', template: '{server}' },
  repeat: 'never',
  parallelSafe: true,
  title: ({ server }) => `${server} asks`,
  inspect: ({ server, message, fields }) =>
    Promise.resolve({
      specifier: { kind: 'text', text: server },
      body: {
        kind: 'arguments',
        entries: [
          { name: `${server} asks`, value: plainText(message).slice(0, MESSAGE_LIMIT) },
          ...fields.map(({ name, asks }) => ({ name: plainText(name), value: plainText(asks) })),
          {
            name: 'how to answer',
            value:
              fields.length === 1
                ? 'allow, with your answer as the note'
                : 'allow, with a note: one line `name: value` for each field',
          },
        ],
      },
      targets: [],
    }),
  run: () => Promise.resolve({ ok: true, text: 'answered' }),
})

function describe(field: Field, required: boolean): string {
  const choices = choicesOf(field)
  const kind = choices ? `one of ${choices.join(', ')}` : field.type === 'string' ? 'text' : field.type
  const several = field.type === 'array' ? `some of ${(choices ?? []).join(', ')}, separated by commas` : kind
  const words = [field.title, field.description, several].filter((text) => text !== undefined && text !== '')
  return `${words.join(' · ')}${required ? '' : ' (optional)'}`
}

function choicesOf(field: Field): readonly string[] | undefined {
  const { items } = field
  return (
    field.enum ?? field.oneOf?.map((one) => one.const) ?? items?.enum ?? items?.anyOf?.map((one) => one.const)
  )
}

/** Parses a person's words into the fields of a form. Values that do not fit a field are dropped. */
function readAnswers(
  properties: Readonly<Record<string, Field>>,
  words: string,
): NonNullable<ElicitAnswer['content']> {
  const names = Object.keys(properties)
  const given = new Map<string, string>()
  for (const line of words.split('\n')) {
    const colon = line.indexOf(':')
    const name = colon < 0 ? '' : line.slice(0, colon).trim()
    if (Object.hasOwn(properties, name)) given.set(name, line.slice(colon + 1).trim())
  }
  const [only] = names
  if (given.size === 0 && names.length === 1 && only !== undefined) given.set(only, words.trim())
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = given.get(name)
      const field = properties[name]
      const value = text === undefined || field === undefined ? undefined : valueOf(field, text)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function valueOf(field: Field, text: string): string | number | boolean | string[] | undefined {
  const choices = choicesOf(field)
  switch (field.type) {
    case 'string':
      return choices === undefined || choices.includes(text) ? text : undefined
    case 'number':
    case 'integer': {
      const number = text === '' ? Number.NaN : Number(text)
      return Number.isFinite(number) && (field.type === 'number' || Number.isInteger(number))
        ? number
        : undefined
    }
    case 'boolean':
      return /^(?:yes|true|1)$/i.test(text) ? true : /^(?:no|false|0)$/i.test(text) ? false : undefined
    case 'array': {
      const values = text.split(',').map((one) => one.trim())
      return choices === undefined || values.every((value) => choices.includes(value)) ? values : undefined
    }
  }
}
