import { typeWords, type JsonSchema } from '@countersign/workflow'

/** The kind of input for a value. */
export type ValueKind =
  | { readonly kind: 'choice'; readonly choices: readonly unknown[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly whole: boolean }
  | { readonly kind: 'text' }
  | { readonly kind: 'json' }
  /** Text, unless it parses as JSON. */
  | { readonly kind: 'any' }

export function valueKind(schema: JsonSchema): ValueKind {
  if (typeof schema === 'boolean') return { kind: 'any' }
  const listed = schema['enum']
  if (Array.isArray(listed)) return { kind: 'choice', choices: listed }
  if (schema['const'] !== undefined) return { kind: 'choice', choices: [schema['const']] }
  const words = typeWords(schema)
  if (words === 'text') return { kind: 'text' }
  if (words === 'true or false') return { kind: 'boolean' }
  if (words === 'number' || words === 'integer') return { kind: 'number', whole: words === 'integer' }
  if (words === 'anything' || words.split(' or ').includes('text')) return { kind: 'any' }
  return { kind: 'json' }
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Parses typed text; undefined if it is empty or invalid. */
export function readText(kind: ValueKind, text: string): Json | undefined {
  if (text === '') return undefined
  switch (kind.kind) {
    case 'text':
      return text
    case 'number': {
      const number = Number(text)
      return Number.isFinite(number) ? number : undefined
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'choice':
    case 'json':
      return readJson(text)
    case 'any':
      return readJson(text) ?? text
  }
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json // the result of JSON.parse is JSON
  } catch {
    return undefined
  }
}

/** Formats a value for the field. */
export function writeText(kind: ValueKind, value: unknown): string {
  if (value === undefined) return ''
  if (kind.kind === 'text' && typeof value === 'string') return value
  // Text that would parse as something else is shown in quotes.
  if (kind.kind === 'any' && typeof value === 'string' && readJson(value) === undefined) return value
  return typeof value === 'string' && kind.kind === 'any'
    ? JSON.stringify(value)
    : JSON.stringify(value, null, typeof value === 'object' ? 2 : undefined)
}
