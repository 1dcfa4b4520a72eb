import type { IrreversibleKind } from './irreversible-kind.ts'

/** The irreversible loss that the words of one command show (SPEC P20). */
export interface Loss {
  readonly kind: IrreversibleKind
  /** The statement as written: `aws s3api delete-bucket`. */
  readonly target: string
  /** Words that a rule must spell out to lift it: the program and the verb. */
  readonly spells: readonly string[]
}
