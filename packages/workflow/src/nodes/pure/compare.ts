import { z } from 'zod'
import { canonicalJson } from '@countersign/protocol/canonical'
import { isRecord, type Json } from '../../json.ts'
import { readRegular } from '../../regular/regular.ts'
import { NodeFailure } from '../define-node.ts'

/** Comparison operators. */
export const Operator = z.enum([
  'equal',
  'not_equal',
  'less',
  'at_most',
  'greater',
  'at_least',
  'contains',
  'in',
  'starts_with',
  'ends_with',
  'matches',
  'is_empty',
  'is_not_empty',
])

export function compareBy(
  left: Json | undefined,
  operator: z.infer<typeof Operator>,
  right: Json | undefined,
): boolean {
  if (operator === 'is_empty') return isEmpty(left)
  if (operator === 'is_not_empty') return !isEmpty(left)
  if (left === undefined || right === undefined) return operator === 'not_equal' && left !== right
  if (operator === 'equal') return canonicalJson(left) === canonicalJson(right)
  if (operator === 'not_equal') return canonicalJson(left) !== canonicalJson(right)
  if (operator === 'contains') return contains(left, right)
  if (operator === 'in') return contains(right, left)
  if (operator === 'starts_with' || operator === 'ends_with' || operator === 'matches')
    return textBy(left, operator, right)
  const order = orderOf(left, right)
  if (operator === 'less') return order < 0
  if (operator === 'at_most') return order <= 0
  return operator === 'greater' ? order > 0 : order >= 0
}

function textBy(left: Json, operator: 'starts_with' | 'ends_with' | 'matches', right: Json): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return false
  if (operator === 'starts_with') return left.startsWith(right)
  if (operator === 'ends_with') return left.endsWith(right)
  const regular = readRegular(right)
  if ('error' in regular) throw new NodeFailure('bad_pattern', regular.error)
  return regular.find(left) !== undefined
}

function contains(whole: Json, part: Json): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part)
  if (Array.isArray(whole)) {
    const text = canonicalJson(part)
    return whole.some((item) => canonicalJson(item) === text)
  }
  return isRecord(whole) && typeof part === 'string' && Object.hasOwn(whole, part)
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && Object.keys(value).length === 0
}

/** Compares numbers by value, text by character, everything else by kind and JSON. */
export function orderOf(a: Json, b: Json): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, two] = [rank(a), rank(b)]
  if (one !== two) return one - two
  const [left, right] =
    typeof a === 'string' && typeof b === 'string' ? [a, b] : [canonicalJson(a), canonicalJson(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

function rank(value: Json): number {
  if (value === null) return 0
  if (typeof value === 'boolean') return 1
  if (typeof value === 'number') return 2
  if (typeof value === 'string') return 3
  return Array.isArray(value) ? 4 : 5
}
