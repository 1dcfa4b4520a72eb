import type { Rule } from '../model/rule.ts'

/** How far a rule reaches, narrowest first. */
export type Scope = 'exact' | 'exception' | 'narrow' | 'program' | 'folder' | 'tree' | 'host' | 'tool'

/** A rule that could be meant, before it is tried. */
export interface Candidate {
  readonly rule: Rule
  readonly scope: Scope
  /** What the rule would let run, as a clause. */
  readonly covers: string
  /** What it would go on asking for, though its words fit. */
  readonly hazards: readonly string[]
}

/** A rule that a person can keep for "always allow". */
export interface Offer {
  readonly list: 'allow'
  readonly rule: Rule
  readonly scope: Scope
  /** The parts of this call that the rule lets run. */
  readonly parts: readonly string[]
  readonly covers: string
  /** Parts of this call that ask all the same, then what the rule would go on asking for. */
  readonly stillAsks: readonly string[]
  /** With this rule alone the whole call would have run. */
  readonly enough: boolean
}
