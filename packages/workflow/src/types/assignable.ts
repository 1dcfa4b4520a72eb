import { canonicalJson } from '@countersign/protocol/canonical'
import { isRecord, type JsonSchema } from '../json.ts'
import { misfit } from './validate.ts'

/** Whether values of one type are accepted where another is expected: always, never, or only some, which is checked at run time. */
export type Fit = 'yes' | 'no' | 'check'

type Keywords = Readonly<Record<string, unknown>>

const known = new WeakMap<object, WeakMap<object, Fit>>()

/** Compares two JSON Schemas. Lists whose items cannot fit give `no`, although an empty list would fit. */
export function assignable(from: JsonSchema, to: JsonSchema): Fit {
  if (to === true || from === false) return 'yes'
  if (to === false) return 'no'
  if (from === true) return isEmpty(to) ? 'yes' : 'check'
  if (from === to) return 'yes'
  const before = known.get(from)?.get(to)
  if (before !== undefined) return before
  const fit = compared(from, to)
  const row = known.get(from) ?? new WeakMap<object, Fit>()
  row.set(to, fit)
  known.set(from, row)
  return fit
}

/** Annotation keywords, which do not constrain values. */
const REMARKS = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$schema',
  '$id',
  '$comment',
  'deprecated',
  'readOnly',
  'writeOnly',
])

function keywordsOf(schema: Keywords): string[] {
  return Object.keys(schema).filter((key) => !REMARKS.has(key) && schema[key] !== undefined)
}

function isEmpty(schema: Keywords): boolean {
  return keywordsOf(schema).length === 0
}

/** Keywords that this comparison does not reason about. */
const OPAQUE = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'not',
  'if',
  'oneOf',
  'dependentSchemas',
  'patternProperties',
  'unevaluatedProperties',
  'prefixItems',
  'contains',
]

function isOpaque(schema: Keywords): boolean {
  return OPAQUE.some((keyword) => schema[keyword] !== undefined)
}

function compared(from: Keywords, to: Keywords): Fit {
  if (isEmpty(to)) return 'yes'
  if (canonicalJson(plain(from)) === canonicalJson(plain(to))) return 'yes'
  if (isEmpty(from)) return 'check'
  const values = valuesOf(from)
  if (values !== undefined)
    return every(values.map((value) => (misfit(value, to) === undefined ? 'yes' : 'no')))
  const choices = choicesOf(from)
  if (choices !== undefined) return every(choices.map((choice) => assignable(choice, to)))
  const wanted = choicesOf(to)
  if (wanted !== undefined) return some(wanted.map((choice) => assignable(from, choice)))
  const fit = comparedTypes(from, to)
  return fit === 'yes' && (isOpaque(from) || isOpaque(to)) ? opaqueFit(from, to) : fit
}

/** A target keyword that cannot be compared is checked at run time; if the target has none, the value fits. */
function opaqueFit(_from: Keywords, to: Keywords): Fit {
  return isOpaque(to) ? 'check' : 'yes'
}

function plain(schema: Keywords): Keywords {
  return Object.fromEntries(keywordsOf(schema).map((key) => [key, schema[key]]))
}

function valuesOf(schema: Keywords): readonly unknown[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']]
  const list = schema['enum']
  return Array.isArray(list) ? list : undefined
}

/** The alternatives of a schema: `anyOf`, or several types. */
function choicesOf(schema: Keywords): readonly JsonSchema[] | undefined {
  const { anyOf, type } = schema
  if (Array.isArray(anyOf)) return anyOf.map((choice: unknown) => asSchema(choice))
  if (!Array.isArray(type)) return undefined
  return type.map((one: unknown) => ({ ...schema, type: one }))
}

function every(fits: readonly Fit[]): Fit {
  if (fits.every((fit) => fit === 'yes')) return 'yes'
  return fits.every((fit) => fit === 'no') ? 'no' : 'check'
}

function some(fits: readonly Fit[]): Fit {
  if (fits.includes('yes')) return 'yes'
  return fits.every((fit) => fit === 'no') ? 'no' : 'check'
}

/** The strictest of several results. */
function all(fits: readonly Fit[]): Fit {
  if (fits.includes('no')) return 'no'
  return fits.includes('check') ? 'check' : 'yes'
}

function comparedTypes(from: Keywords, to: Keywords): Fit {
  const [given, wanted] = [from['type'], to['type']]
  if (valuesOf(to) !== undefined)
    return given === undefined ||
      (valuesOf(to) ?? []).some((value) => misfit(value, { type: given }) === undefined)
      ? 'check'
      : 'no'
  if (wanted === undefined) return isOpaque(to) ? 'check' : comparedLimits(from, to)
  if (given === undefined) return 'check'
  if (given === 'number' && wanted === 'integer') return 'check'
  if (given !== wanted && !(given === 'integer' && wanted === 'number')) return 'no'
  if (wanted === 'array') return all([comparedItems(from, to), comparedLimits(from, to)])
  if (wanted === 'object') return comparedObjects(from, to)
  return comparedLimits(from, to)
}

function comparedItems(from: Keywords, to: Keywords): Fit {
  return assignable(asSchema(from['items']), asSchema(to['items']))
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const SAME = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentEncoding', 'propertyNames']

/** Fits if every limit of the target is at least as tight in the source; otherwise it is checked at run time. */
function comparedLimits(from: Keywords, to: Keywords): Fit {
  const within = (keyword: string, isWithin: (given: number, wanted: number) => boolean): boolean => {
    const [given, wanted] = [from[keyword], to[keyword]]
    return typeof wanted !== 'number' || (typeof given === 'number' && isWithin(given, wanted))
  }
  const holds =
    LOWER.every((keyword) => within(keyword, (given, wanted) => given >= wanted)) &&
    UPPER.every((keyword) => within(keyword, (given, wanted) => given <= wanted)) &&
    SAME.every(
      (keyword) => to[keyword] === undefined || canonicalJson(from[keyword]) === canonicalJson(to[keyword]),
    )
  return holds ? 'yes' : 'check'
}

function comparedObjects(from: Keywords, to: Keywords): Fit {
  const [given, wanted] = [propertiesOf(from), propertiesOf(to)]
  const [has, needs] = [requiredOf(from), requiredOf(to)]
  const closed = from['additionalProperties'] === false
  const fits: Fit[] = [comparedLimits(from, to)]
  for (const name of new Set([...wanted.keys(), ...needs])) {
    const [own, target] = [given.get(name), wanted.get(name) ?? true]
    if (own === undefined) {
      if (needs.has(name)) fits.push(closed ? 'no' : 'check')
      else if (!closed && target !== true) fits.push('check')
      continue
    }
    const fit = assignable(own, target)
    fits.push(fit === 'no' && !has.has(name) ? 'check' : fit)
    if (needs.has(name) && !has.has(name)) fits.push('check')
  }
  return all([...fits, ...comparedRest(from, to, given, wanted, has)])
}

/** Compares the properties that the target does not name. */
function comparedRest(
  from: Keywords,
  to: Keywords,
  given: ReadonlyMap<string, JsonSchema>,
  wanted: ReadonlyMap<string, JsonSchema>,
  has: ReadonlySet<string>,
): readonly Fit[] {
  const rest = asSchema(to['additionalProperties'])
  if (rest === true) return []
  const extra = [...given].filter(([name]) => !wanted.has(name))
  const fits = extra.map(([name, own]): Fit => {
    const fit = assignable(own, rest)
    return fit === 'no' && !has.has(name) ? 'check' : fit
  })
  if (from['additionalProperties'] === false) return fits
  const open = assignable(asSchema(from['additionalProperties']), rest)
  return [...fits, open === 'yes' ? 'yes' : 'check']
}

function propertiesOf(schema: Keywords): ReadonlyMap<string, JsonSchema> {
  const properties = schema['properties']
  return new Map(
    isRecord(properties) ? Object.entries(properties).map(([name, own]) => [name, asSchema(own)]) : [],
  )
}

function requiredOf(schema: Keywords): ReadonlySet<string> {
  const list = schema['required']
  return new Set(Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [])
}

function asSchema(value: unknown): JsonSchema {
  return isRecord(value) || value === false ? value : true
}

/** Describes a type in words: `text`, `list of number`, `object with code, message`. */
export function typeWords(schema: JsonSchema): string {
  if (schema === true) return 'anything'
  if (schema === false) return 'nothing'
  const values = valuesOf(schema)
  if (values !== undefined)
    return values
      .slice(0, 5)
      .map((value) => JSON.stringify(value))
      .join(' or ')
  const choices = choicesOf(schema)
  if (choices !== undefined) return [...new Set(choices.slice(0, 5).map(typeWords))].join(' or ')
  const { type } = schema
  if (type === 'string') return 'text'
  if (type === 'boolean') return 'true or false'
  if (type === 'array') {
    const items = typeWords(asSchema(schema['items']))
    return items === 'anything' ? 'list' : `list of ${items}`
  }
  if (type === 'object') {
    const names = [...propertiesOf(schema).keys()].slice(0, 5)
    return names.length === 0 ? 'object' : `object with ${names.join(', ')}`
  }
  return typeof type === 'string' ? type : 'anything'
}
