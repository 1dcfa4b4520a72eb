import { limitsIn, type LimitValues } from '../limits.ts'

/** The shipped limits, except for values from an environment. */
export function testLimits(env: Readonly<Record<string, string>> = {}): LimitValues {
  const read = limitsIn(env)
  if (!read.ok) throw new Error(read.message)
  return read.limits
}
