import type { IrreversibleKind } from './irreversible-kind.ts'

/** What the words of one command lose for good (SPEC P20). */
export interface Loss {
  readonly kind: IrreversibleKind
  /** What is said, as written: `aws s3api delete-bucket`. */
  readonly target: string
  /** Words that a rule must spell to lift it: the program and the verb. */
  readonly spells: readonly string[]
}
