import { z } from 'zod'
import { nearest } from './nearest.ts'

/** A key of a message that its schema does not have. */
export interface UnknownKey {
  /** Its path: `call.tool.ask`. */
  readonly at: string
  readonly message: string
}

/**
 * The first key of a message that its schema does not know. A schema drops such keys silently, but a mistyped key was meant for something,
 * often for something stricter. `value` is the message as it was sent, and fits the schema. Objects that are declared loose may have any
 * key.
 */
export function unknownKey(
  schema: z.core.$ZodType,
  value: unknown,
  ignored: readonly string[] = [],
): UnknownKey | undefined {
  return find(schema, value, { path: [], ignored })
}

interface Place {
  readonly path: readonly string[]
  /** Additional keys that the outermost object may have. */
  readonly ignored: readonly string[]
}

function find(schema: z.core.$ZodType, value: unknown, place: Place): UnknownKey | undefined {
  if (value === undefined || value === null) return undefined
  if (schema instanceof z.ZodObject) return inObject(schema, value, place)
  if (schema instanceof z.ZodUnion) return inUnion(schema, value, place)
  if (schema instanceof z.ZodArray) return inEach(schema.element, value, place.path)
  if (schema instanceof z.ZodRecord) return inRecord(schema, value, place.path)
  if (isWrapper(schema)) return find(schema.def.innerType, value, place)
  if (LEAVES.has(schema._zod.def.type)) return undefined
  throw new Error(`a message cannot have a schema of the type \`${schema._zod.def.type}\``)
}

/** Types without keys, and `unknown`, which its reader checks. */
const LEAVES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'null',
  'unknown',
])

type Wrapper =
  | z.ZodOptional
  | z.ZodExactOptional
  | z.ZodNonOptional
  | z.ZodNullable
  | z.ZodDefault
  | z.ZodReadonly
  | z.ZodCatch

function isWrapper(schema: z.core.$ZodType): schema is Wrapper {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  )
}

function inObject(
  { shape, def }: z.ZodObject<Readonly<Record<string, z.core.$ZodType>>>,
  value: unknown,
  { path, ignored }: Place,
): UnknownKey | undefined {
  const loose = def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)
  for (const [key, inner] of Object.entries(value ?? {})) {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined
    const found =
      known === undefined
        ? loose || ignored.includes(key)
          ? undefined
          : refused(key, Object.keys(shape), path)
        : find(known, inner, { path: [...path, key], ignored: [] })
    if (found !== undefined) return found
  }
  return undefined
}

/** At least one of the union's members that the value fits must know all its keys. */
function inUnion({ options }: z.ZodUnion, value: unknown, place: Place): UnknownKey | undefined {
  const found = options
    .filter((option) => z.safeParse(option, value).success)
    .map((option) => find(option, value, place))
  return found.includes(undefined) ? undefined : found[0]
}

/** A record accepts every key that fits its schema, but silently drops this one. */
function inRecord(
  { valueType }: z.ZodRecord,
  value: unknown,
  path: readonly string[],
): UnknownKey | undefined {
  const lost = Object.keys(value ?? {}).find((key) => key === '__proto__')
  return lost === undefined ? inEach(valueType, value, path) : refused(lost, [], path)
}

function inEach(schema: z.core.$ZodType, values: unknown, path: readonly string[]): UnknownKey | undefined {
  for (const [key, value] of Object.entries(values ?? {})) {
    const found = find(schema, value, { path: [...path, key], ignored: [] })
    if (found !== undefined) return found
  }
  return undefined
}

function refused(key: string, keys: readonly string[], path: readonly string[]): UnknownKey {
  const shown = key.slice(0, 60)
  const [first, ...others] = keys
  const hint = first === undefined ? '' : `: did you mean \`${nearest(key, [first, ...others])}\`?`
  return { at: [...path, shown].join('.'), message: `there is no \`${shown}\`${hint}` }
}
