import { compilePolicy, decide } from '@countersign/policy'
import { policyCall } from '../../platform/cards/policy-call.ts'
import type { PolicyFacts } from '../../data/context.ts'
import type { OpenQuestion } from '../../data/selectors.ts'

/**
 * The waiting calls that would run in a mode. A call that asks because of a rule, or always, keeps asking: another mode can only allow a
 * call that asked because of the mode.
 */
export function wouldRun(
  questions: readonly OpenQuestion[],
  mode: string,
  where: PolicyFacts & { readonly workspace: string },
): readonly OpenQuestion[] {
  const policy = compilePolicy({ mode, layers: [] })
  return questions.filter(({ call }) => {
    if (call.decision.locked !== undefined) return false
    // A shortened command does not allow a conclusion about the whole.
    if (call.shortened !== undefined && call.body.kind !== 'write') return false
    const reasons = [
      call.decision.reason,
      ...call.decision.parts.filter((part) => part.verdict === 'ask').map((part) => part.reason),
    ]
    if (reasons.some((reason) => reason.because === 'rule')) return false
    return decide(policyCall({ ...call, workspace: where.workspace }, where), policy).verdict === 'run'
  })
}
