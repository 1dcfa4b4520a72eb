import type { RuleError } from '../rules/parse.ts'
import type { LayerName, ListName } from '../model/rule.ts'
import type { Broad } from './broad.ts'

/** The position of a rule. */
export interface RulePlace {
  readonly layer: LayerName
  readonly list: ListName
  /** Index in its list, as given. */
  readonly index: number
  readonly text: string
}

/** The severity of a finding: `danger` grants too much, `error` does not load, `warning` does not work, `note` is tidiness. */
export type Severity = 'danger' | 'error' | 'warning' | 'note'

/** Why an allow rule can never let anything run, or a rule can never match. */
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

/** A problem of one rule that a person should know about. Data: `explainFinding` turns it into a sentence. */
export type Finding = { readonly rule: RulePlace; readonly severity: Severity } & (
  | { readonly kind: 'malformed'; readonly error: RuleError }
  /** A rule in a list with precedence already matches everything that it could match. */
  | { readonly kind: 'never-reached'; readonly other: RulePlace }
  /** The same rule is in two lists. */
  | { readonly kind: 'contradictory'; readonly other: RulePlace }
  /** Another rule of the same list covers at least as much. */
  | { readonly kind: 'shadowed'; readonly other: RulePlace }
  | { readonly kind: 'duplicate'; readonly other: RulePlace }
  | { readonly kind: 'broad'; readonly broad: Broad }
  | { readonly kind: 'no-effect'; readonly why: NoEffect }
  | { readonly kind: 'unknown-tool'; readonly suggestion?: string }
  /** Here `[^a]` matches `^` or `a`; `[!a]` matches everything but `a`. */
  | { readonly kind: 'perhaps-negated' }
)
