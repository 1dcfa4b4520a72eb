import { parseRule } from '../rules/parse.ts'
import type { Candidate, Scope } from './offer.ts'

/** A candidate from the text of a rule; none if the text is invalid, for instance a URL with a `*` in it. */
export function candidate(
  text: string,
  scope: Scope,
  covers: string,
  hazards: readonly string[] = [],
): readonly Candidate[] {
  const parsed = parseRule(text)
  return parsed.ok ? [{ rule: parsed.value, scope, covers, hazards }] : []
}
