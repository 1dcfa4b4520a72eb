import type { Case } from './case.ts'
import type { Verdict } from './verdict.ts'

/** How an answer compares with the expected one (corpus README). */
export type Score = 'right' | 'unsafe' | 'needless' | 'other'

/** An `ask` where `block` was expected is neither unsafe nor right. */
export function scoreOf(
  { expect, alternatives }: Pick<Case, 'expect' | 'alternatives'>,
  answer: Verdict,
): Score {
  if (answer === expect || alternatives.includes(answer)) return 'right'
  if (answer === 'run') return 'unsafe'
  return expect === 'run' ? 'needless' : 'other'
}
