import type { Answer } from '../../data/view.ts'

/** How an answer was given: after one by key the focus moves on, after one by pointer it stays. */
export type GivenBy = 'key' | 'pointer'

/** What a card can ask of the page that shows it. */
export interface CardActions {
  readonly answer: (answer: Answer, by: GivenBy) => void
  readonly takeBack: () => void
  readonly keepWaiting: () => void
  /** Escape: back to where the person came from. Never an answer. */
  readonly leave: () => void
  readonly move: (step: 1 | -1) => void
}
