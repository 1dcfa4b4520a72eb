import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { z } from 'zod'

/** Limits of a foreign schema: characters and nesting. */
const SIZE_LIMIT = 50_000
const DEPTH_LIMIT = 24

/** Obvious problems of a foreign schema; whether it compiles is found on first use. */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  if (JSON.stringify(schema).length > SIZE_LIMIT) return `is longer than ${SIZE_LIMIT} characters`
  if (depthOf(schema) > DEPTH_LIMIT) return `is nested deeper than ${DEPTH_LIMIT}`
  if (schema['type'] !== undefined && schema['type'] !== 'object') return 'is not that of an object'
  return undefined
}

/** Arguments validated against a foreign schema, which is compiled on first use. */
export function foreignInput(schema: Readonly<Record<string, unknown>>): z.ZodType<Record<string, unknown>> {
  let check: ValidateFunction | string | undefined
  return z.record(z.string(), z.unknown()).superRefine((args, context) => {
    check ??= compile(schema)
    if (typeof check === 'string') {
      context.addIssue({ code: 'custom', message: `the schema of the arguments cannot be read: ${check}` })
      return
    }
    if (check(args)) return
    for (const error of (check.errors ?? []).slice(0, 10)) {
      const path = error.instancePath.split('/').slice(1)
      context.addIssue({ code: 'custom', path, message: wordsOf(error) })
    }
  })
}

/** The mismatch, with the values that would be valid. */
function wordsOf({ keyword, params, message = 'does not fit' }: ErrorObject): string {
  const allowed: unknown = keyword === 'enum' ? params['allowedValues'] : undefined
  return Array.isArray(allowed)
    ? `must be one of ${JSON.stringify(allowed).slice(1, -1).slice(0, 500)}`
    : message
}

function compile(schema: Readonly<Record<string, unknown>>): ValidateFunction | string {
  // A new instance for each schema: one author's names cannot be referenced by another.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: linearRegExp },
  })
  try {
    const { $schema: _dialect, ...rest } = schema
    return ajv.compile(rest)
  } catch (cause) {
    return cause instanceof Error ? cause.message.slice(0, 200) : 'unreadable'
  }
}

/** Foreign patterns run in linear time, so that none can be used for denial of service. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern)
    return { test: (text: string) => compiled.matcher(text).find() }
  },
  { code: 'linearRegExp' },
)

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return depth
  return Object.values(value).reduce<number>(
    (deepest, one) => Math.max(deepest, depthOf(one, depth + 1)),
    depth,
  )
}
