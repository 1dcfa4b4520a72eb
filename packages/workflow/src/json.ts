/** A value that JSON can represent. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Values by name: the inputs or outputs of a node. */
export type Values = Readonly<Record<string, Json>>

/** The subset of JSON Schema that ports need. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Whether a value is an object with fields: not a list, not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Maximum nesting depth of a value: code that reads JSON recurses. */
const DEEPEST = 200

/**
 * Explains why a value cannot be stored as JSON: a key that alters prototypes, a number that JSON cannot represent, or too much nesting. Undefined if
 * it can.
 */
export function jsonProblem(value: unknown, depth = 0): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'a number that JSON cannot express'
  if (depth > DEEPEST) return `nested deeper than ${DEEPEST}`
  if (Array.isArray(value)) {
    for (const item of value) {
      const problem = jsonProblem(item, depth + 1)
      if (problem !== undefined) return problem
    }
    return undefined
  }
  if (!isRecord(value)) return 'a value that JSON cannot express'
  for (const key of Object.keys(value)) {
    if (key === '__proto__') return 'the key `__proto__`'
    const item = value[key]
    const problem = item === undefined ? undefined : jsonProblem(item, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}
