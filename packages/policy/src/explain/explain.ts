import type { Decision, PartDecision, Reason } from '../decision.ts'
import type { Verdict } from '../verdict.ts'
import { reasonWords, VERDICT_WORDS } from './words.ts'

/** Why a call was decided this way, in one clause: the main reason, and the part that it is about. */
export function explain(decision: Decision): string {
  // Compares by content, not by identity, so that a stored decision is explained in the same words.
  const about = decision.parts.find(
    ({ verdict, reason }) => verdict === decision.verdict && says(reason, decision.reason),
  )
  const why = reasonWords(decision.reason, about?.label)
  // An unreadable part has no other name; `writes publish.log` is name and reason in one.
  const isNamed =
    about !== undefined &&
    about.label !== why &&
    decision.parts.length > 1 &&
    decision.reason.because !== 'unreadable'
  return isNamed ? `\`${about.label}\`: ${why}` : why
}

/** One line of a card, the audit or the CLI: verdict, part, why. */
export interface ExplainedPart {
  readonly verdict: Verdict
  readonly word: string
  readonly label: string
  /** The wrappers that start it, outermost first. */
  readonly through: readonly string[]
  readonly why: string
  /** Further facts, as clauses. */
  readonly notes: readonly string[]
}

/** Every part with its verdict and why, in the order of the command. */
export function explainParts(decision: Decision): readonly ExplainedPart[] {
  return decision.parts.map(explainPart)
}

/** The clause for a single reason. */
export function explainReason(reason: Reason): string {
  return reasonWords(reason)
}

function says(one: Reason, other: Reason): boolean {
  return one === other || (one.because === other.because && reasonWords(one) === reasonWords(other))
}

function explainPart({ verdict, label, carriers, reason, notes }: PartDecision): ExplainedPart {
  const why = reasonWords(reason, label)
  // Next to a rule or a breaker they would only distract.
  const more = notes.some((note) => says(note, reason))
    ? notes.map((note) => reasonWords(note, label)).filter((text) => text !== why)
    : []
  return { verdict, word: VERDICT_WORDS[verdict], label, through: carriers, why, notes: [...new Set(more)] }
}
