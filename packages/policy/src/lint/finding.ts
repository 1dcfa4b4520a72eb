import type { RuleError } from '../rules/parse.ts'
import type { LayerName, ListName } from '../model/rule.ts'
import type { Broad } from './broad.ts'

/** Where a rule stands. */
export interface RulePlace {
  readonly layer: LayerName
  readonly list: ListName
  /** Index in its list, as it was given. */
  readonly index: number
  readonly text: string
}

/** How much a finding matters: `danger` grants too much, `error` does not load, `warning` does not work, `note` is tidiness. */
export type Severity = 'danger' | 'error' | 'warning' | 'note'

/** Why an allow rule can never let anything run, or a rule can never fit. */
export type NoEffect =
  | 'always-asks'
  | 'own-files'
  | 'protected-wildcard'
  | 'several-commands'
  | 'impossible-name'
  | 'below-address'
  | 'private-wildcard'
  | 'untrusted-project'
  | 'exception-in-project'
  | 'irreversible-in-project'

/** One thing about one rule that a person should know. Data: `explainFinding` makes the sentence. */
export type Finding = { readonly rule: RulePlace; readonly severity: Severity } & (
  | { readonly kind: 'malformed'; readonly error: RuleError }
  /** A rule of a list that is asked first takes everything it could fit. */
  | { readonly kind: 'never-reached'; readonly other: RulePlace }
  /** The same rule stands in two lists. */
  | { readonly kind: 'contradictory'; readonly other: RulePlace }
  /** Another rule of the same list says as much and more. */
  | { readonly kind: 'shadowed'; readonly other: RulePlace }
  | { readonly kind: 'duplicate'; readonly other: RulePlace }
  | { readonly kind: 'broad'; readonly broad: Broad }
  | { readonly kind: 'no-effect'; readonly why: NoEffect }
  | { readonly kind: 'unknown-tool'; readonly suggestion?: string }
  /** `[^a]` is `^` or `a` here; `[!a]` is everything but `a`. */
  | { readonly kind: 'perhaps-negated' }
)
