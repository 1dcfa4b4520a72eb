import type { ListName } from '@countersign/policy'

/**
 * The translation of another product's rule. `exact`: it means the same here. `narrower`: it allows less here than there (an allow that
 * covers less, a deny or ask that covers more). `not_expressible`: it was dropped. None ever allows more.
 */
export interface Imported {
  /** As in the file. */
  readonly from: string
  readonly list: ListName
  readonly how: 'exact' | 'narrower' | 'not_expressible'
  /** The equivalent canonical rules. */
  readonly rules: readonly string[]
  readonly why?: string
}

export const exact = (from: string, list: ListName, ...rules: readonly string[]): Imported => ({
  from,
  list,
  how: 'exact',
  rules,
})

export const narrower = (
  from: string,
  list: ListName,
  why: string,
  ...rules: readonly string[]
): Imported => ({ from, list, how: 'narrower', rules, why })

export const notExpressible = (from: string, list: ListName, why: string): Imported => ({
  from,
  list,
  how: 'not_expressible',
  rules: [],
  why,
})

export type Json = Readonly<Record<string, unknown>>

export function jsonOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {} // an object, by the checks before
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Words of a command that are literal in a pattern here. */
export function literal(words: string): string {
  return words.replaceAll('\\', '\\\\').replaceAll('*', '\\*')
}
