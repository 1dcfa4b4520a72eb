import type { Rule } from '../model/rule.ts'

/** The scope of a rule, narrowest first. */
export type Scope = 'exact' | 'exception' | 'narrow' | 'program' | 'folder' | 'tree' | 'host' | 'tool'

/** A possible rule, before it is tried. */
export interface Candidate {
  readonly rule: Rule
  readonly scope: Scope
  /** What the rule would allow, as a clause. */
  readonly covers: string
  /** Calls that would still ask although they match the rule's words. */
  readonly hazards: readonly string[]
}

/** A rule that a person can choose for "always allow". */
export interface Offer {
  readonly list: 'allow'
  readonly rule: Rule
  readonly scope: Scope
  /** The parts of this call that the rule allows. */
  readonly parts: readonly string[]
  readonly covers: string
  /** Parts of this call that would still ask, followed by other calls that the rule would still ask for. */
  readonly stillAsks: readonly string[]
  /** Whether this rule alone would have let the whole call run. */
  readonly enough: boolean
}
