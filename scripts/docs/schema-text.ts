import { z } from 'zod'

/** A JSON Schema as zod writes it, limited to the fields used here. */
const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  maxLength: z.number().optional(),
  minLength: z.number().optional(),
  pattern: z.string().optional(),
})
type Schema = z.infer<typeof Schema>

/** A field of an object: its name, its type as text, and whether it may be absent. */
export interface FieldText {
  readonly name: string
  readonly type: string
  readonly optional: boolean
}

/** A schema as TypeScript-like text; named schemas stay names. */
export function typeText(given: unknown): string {
  const schema = Schema.parse(given)
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return [...new Set(union.map(typeText))].join(' | ')
  return plainText(schema)
}

function plainText(schema: Schema): string {
  switch (schema.type) {
    case 'array': {
      const item = typeText(schema.items ?? {})
      return item.includes(' ') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return schema.properties === undefined
        ? `{ [name]: ${typeText(schema.additionalProperties ?? {})} }`
        : objectText(schema)
    case 'string':
      return schema.maxLength === undefined ? 'string' : `string ≤ ${schema.maxLength}`
    case 'integer':
      return 'integer'
    case undefined:
      return 'any'
    default:
      return Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type
  }
}

function objectText(schema: Schema): string {
  const fields = fieldsOf(schema).map(({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${type}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
}

/** The fields of an object schema; empty for anything else. */
export function fieldsOf(given: unknown): readonly FieldText[] {
  const schema = Schema.parse(given)
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, value]) => ({
    name,
    type: typeText(value),
    optional: !required.has(name),
  }))
}

/** The members of a union, or the given schema itself. */
export function membersOf(given: unknown): readonly unknown[] {
  const { anyOf, oneOf } = Schema.parse(given)
  return anyOf ?? oneOf ?? [given]
}
