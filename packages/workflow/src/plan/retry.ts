import { readDuration } from '../duration.ts'
import type { GraphNode } from '../format.ts'

/** Failures that a retry cannot change, or that a person or a rule intended. */
const FINAL = new Set([
  'denied',
  'blocked',
  'expired',
  'cancelled',
  'interrupted',
  'out_of_bounds',
  'invalid_input',
  'budget_exceeded',
  // The call was made: only its result was too large.
  'too_large',
])

/** Milliseconds until the next attempt; undefined if there is none. */
export function retryDelay({ retry }: GraphNode, attempt: number, code: string): number | undefined {
  if (retry === undefined || attempt > retry.times) return undefined
  if (retry.on === undefined ? FINAL.has(code) : !retry.on.includes(code)) return undefined
  const wait = retry.wait === undefined ? 0 : (readDuration(retry.wait) ?? 0)
  return Math.min(Math.round(wait * (retry.factor ?? 1) ** (attempt - 1)), 86_400_000)
}
