import type { Outcome } from './context.ts'
import { join } from './state.ts'

/** Either of two outcomes. */
export function joinOutcomes(a: Outcome, b: Outcome): Outcome {
  const output = a.output === undefined || b.output === undefined ? undefined : [...a.output, ...b.output]
  return { ok: join(a.ok, b.ok), fail: join(a.fail, b.fail), output }
}
