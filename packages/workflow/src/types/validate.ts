import { Validator } from '@cfworker/json-schema'
import { isRecord, type JsonSchema } from '../json.ts'

const validators = new WeakMap<object, Validator>()

/** Explains why a value does not match a schema; undefined if it does. An invalid schema matches nothing. */
export function misfit(value: unknown, schema: JsonSchema): string | undefined {
  if (schema === true) return undefined
  if (schema === false) return 'nothing fits here'
  const simple = simpleType(schema)
  if (simple !== undefined)
    return typeName(value) === simple ? undefined : `${simple} expected, not ${typeName(value)}`
  try {
    let validator = validators.get(schema)
    if (validator === undefined) {
      // The library writes into the schema, and the schema of a call is frozen.
      validator = new Validator(structuredClone(schema), '2020-12')
      validators.set(schema, validator)
    }
    const { valid, errors } = validator.validate(value)
    if (valid) return undefined
    const [last] = errors.slice(-1)
    return last === undefined
      ? 'it does not fit'
      : `${last.instanceLocation.replace(/^#\/?/, '')} ${last.error}`.trim()
  } catch (error) {
    return `the schema cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Most ports expect text, a boolean or any object, which needs no validator. */
function simpleType(schema: Readonly<Record<string, unknown>>): string | undefined {
  const { type } = schema
  return (type === 'string' || type === 'boolean') && Object.keys(schema).length === 1 ? type : undefined
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isRecord(value) ? 'object' : typeof value
}
