import { limitsIn, type LimitValues } from '../limits.ts'

/** Limits as shipped, but for what an environment sets. */
export function testLimits(env: Readonly<Record<string, string>> = {}): LimitValues {
  const read = limitsIn(env)
  if (!read.ok) throw new Error(read.message)
  return read.limits
}
