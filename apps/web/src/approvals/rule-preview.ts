import { compilePolicy, decide, explainFinding, lint, parseRule } from '@countersign/policy'
import type { PolicySource } from '@countersign/policy'
import type { PartView } from '@countersign/protocol'
import type { CardView } from './card-view.ts'
import { policyCall } from './policy-call.ts'

/** What a rule would do to the call on the card, decided by the same policy that the server runs. */
export type RulePreview =
  | {
      readonly state: 'malformed'
      readonly message: string
      readonly position: number
      readonly suggestion: string | null
    }
  | {
      readonly state: 'readable'
      /** Parts that ask now and would run. */
      readonly runs: readonly string[]
      /** Parts that would go on asking. */
      readonly asks: readonly string[]
      /** With this rule the whole call would run. */
      readonly enough: boolean
      /** What a person should know before keeping it. */
      readonly warnings: readonly string[]
    }

/** Reads a rule and tries it on the call. Pure; runs on every keystroke. */
export function previewRule(text: string, view: CardView): RulePreview {
  const parsed = parseRule(text)
  if (!parsed.ok) {
    const { message, position, suggestion } = parsed.error
    return { state: 'malformed', message, position, suggestion: suggestion ?? null }
  }
  const source = sourceWith(text)
  const decision = decide(policyCall(view), compilePolicy(source))
  const asking = view.decision?.parts.filter((part) => part.verdict === 'ask') ?? []
  const warnings = lint(source)
    .filter((finding) => finding.kind === 'broad' || finding.kind === 'no-effect')
    .map(explainFinding)
  if (asking.length === 0) {
    const enough = decision.verdict === 'run'
    const label = view.specifier === '' ? view.tool : view.specifier
    return { state: 'readable', runs: enough ? [label] : [], asks: enough ? [] : [label], enough, warnings }
  }
  const covered = new Set(
    decision.parts
      .filter((part) => part.verdict === 'run')
      .map((part) => place(part.label, part.range?.start, part.range?.end)),
  )
  const opens = (part: PartView): boolean =>
    canBeOpened(part) && covered.has(place(part.label, part.start, part.end))
  return {
    state: 'readable',
    runs: asking.filter(opens).map((part) => part.label),
    asks: asking.filter((part) => !opens(part)).map((part) => part.label),
    enough: asking.every(opens),
    warnings,
  }
}

/** In strict mode nothing runs but what the rule lets through: so what runs, runs by it. */
export function sourceWith(rule: string): PolicySource {
  return { mode: 'strict', layers: [{ layer: 'user', lists: { allow: [rule] } }] }
}

/** An ask rule stands before every allow rule. */
function canBeOpened(part: PartView): boolean {
  return part.reason.because !== 'rule'
}

function place(label: string, start: number | undefined, end: number | undefined): string {
  return start === undefined ? label : `${start}:${end ?? ''}`
}
