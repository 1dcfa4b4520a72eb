import { compilePolicy, decide } from '@countersign/policy'
import { policyCall } from '../../platform/cards/policy-call.ts'
import type { PolicyFacts } from '../../data/context.ts'
import type { OpenQuestion } from '../../data/selectors.ts'

/**
 * Which of the waiting calls would run in a mode. What asks by a rule, or always, goes on asking: only what asked
 * because of the mode can be let through by another one.
 */
export function wouldRun(
  questions: readonly OpenQuestion[],
  mode: string,
  where: PolicyFacts & { readonly workspace: string },
): readonly OpenQuestion[] {
  const policy = compilePolicy({ mode, layers: [] })
  return questions.filter(({ call }) => {
    if (call.decision.locked !== undefined) return false
    // Of a part of a command nothing can be said about the whole.
    if (call.shortened !== undefined && call.body.kind !== 'write') return false
    const reasons = [
      call.decision.reason,
      ...call.decision.parts.filter((part) => part.verdict === 'ask').map((part) => part.reason),
    ]
    if (reasons.some((reason) => reason.because === 'rule')) return false
    return decide(policyCall({ ...call, workspace: where.workspace }, where), policy).verdict === 'run'
  })
}
