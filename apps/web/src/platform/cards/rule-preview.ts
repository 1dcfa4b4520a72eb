import { ruleEffect } from '@countersign/policy'
import type { RuleEffect } from '@countersign/policy'
import type { PolicyFacts } from '../../data/context.ts'
import type { CardView } from './card-view.ts'
import { policyCall } from './policy-call.ts'

/** The effect of a rule on the call of the card, decided by the same policy that the server runs. */
export function previewRule(text: string, view: CardView, facts: PolicyFacts): RuleEffect {
  const asking = view.decision.parts.filter((part) => part.verdict === 'ask')
  return ruleEffect(text, policyCall(view, facts), {
    label: view.specifier === '' ? view.tool : view.specifier,
    parts: asking.map((part) => ({ ...part, byRule: part.reason.because === 'rule' })),
  })
}
