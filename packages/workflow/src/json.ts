/** A value that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Values by name: what goes into a node and what comes out. */
export type Values = Readonly<Record<string, Json>>

/** JSON Schema, as far as ports need it. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Whether a value is an object with fields: no list, no null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How deep a value may be nested: readers of JSON recurse. */
const DEEPEST = 200

/** Why a value is no JSON that can be kept: a key that changes objects, a number without a text, or depth. Undefined: it can. */
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
