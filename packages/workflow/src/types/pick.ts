import { isRecord, type Json, type JsonSchema } from '../json.ts'

/** A step into a value: a key, an index of a list, or `*item` for every item. */
export type PickStep = string | number

const EVERY = '*item'

/** Parses `a.b[0]`, `[*].name`, `["odd key"]`; undefined if the syntax is invalid. */
export function readPick(text: string): readonly PickStep[] | undefined {
  const step = /\.?([A-Za-z_$][\w$-]*)|\[(\d{1,9})\]|\[(\*)\]|\[("(?:[^"\\]|\\.)*")\]/y
  const steps: PickStep[] = []
  while (step.lastIndex < text.length) {
    const found = step.exec(text)
    if (found === null || (found[0].startsWith('.') && steps.length === 0)) return undefined
    const [whole, key, index, every, quoted] = found
    if (key !== undefined && !whole.startsWith('.') && steps.length > 0) return undefined
    if (key !== undefined) steps.push(key)
    else if (index !== undefined) steps.push(Number(index))
    else if (every !== undefined) steps.push(EVERY)
    else if (quoted !== undefined) {
      const read = unquoted(quoted)
      if (read === undefined) return undefined
      steps.push(read)
    }
  }
  return steps.length === 0 || steps.includes('__proto__') ? undefined : steps
}

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' && value !== EVERY ? value : undefined
  } catch {
    return undefined
  }
}

/** Selects a part of a value; undefined if it does not exist. */
export function pickValue(value: Json | undefined, steps: readonly PickStep[], at = 0): Json | undefined {
  let here = value
  for (let index = at; index < steps.length; index += 1) {
    const step = steps[index]
    if (step === EVERY) {
      if (!Array.isArray(here)) return undefined
      const items: readonly Json[] = here
      return items.flatMap((item) => {
        const part = pickValue(item, steps, index + 1)
        return part === undefined ? [] : [part]
      })
    }
    if (typeof step === 'number') here = Array.isArray(here) ? (here[step] as Json | undefined) : undefined // lists of JSON hold JSON
    else if (step === undefined || !isRecord(here) || !Object.hasOwn(here, step)) return undefined
    else here = here[step] as Json // fields of JSON are JSON
    if (here === undefined) return undefined
  }
  return here
}

/** The type of a part of a value; `true` if it is not known. */
export function pickType(schema: JsonSchema, steps: readonly PickStep[]): JsonSchema {
  const [step, ...rest] = steps
  if (step === undefined) return schema
  if (!isRecord(schema)) return true
  if (step === EVERY) {
    const item = pickType(asSchema(schema['items']), rest)
    return item === true ? { type: 'array' } : { type: 'array', items: item }
  }
  if (typeof step === 'number') return pickType(asSchema(schema['items']), rest)
  const properties = schema['properties']
  return isRecord(properties) && Object.hasOwn(properties, step)
    ? pickType(asSchema(properties[step]), rest)
    : true
}

function asSchema(value: unknown): JsonSchema {
  return isRecord(value) || value === false ? value : true
}
