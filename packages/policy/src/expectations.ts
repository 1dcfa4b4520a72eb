import type { Place } from './model/call.ts'
import { readCallText } from './call-text.ts'
import { decide } from './decide.ts'
import type { Decision } from './decision.ts'
import type { Policy } from './policy.ts'
import type { Expectation } from './rules/rules-file.ts'

/** An unmet expectation and the actual answer. */
export interface ExpectationFailure {
  readonly expectation: Expectation
  readonly decision: Decision
}

/** Decides every expectation by the whole policy; empty when all hold. */
export function checkExpectations(
  policy: Policy,
  expectations: readonly Expectation[],
  place: Place,
): readonly ExpectationFailure[] {
  return expectations.flatMap((expectation) => {
    const decision = decide(readCallText(expectation.call, place), policy)
    return decision.verdict === expectation.verdict ? [] : [{ expectation, decision }]
  })
}
