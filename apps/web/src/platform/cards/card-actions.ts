import type { Answer } from '../../data/view.ts'

/** How an answer was given: after a key the focus moves on, after a pointer press it stays. */
export type GivenBy = 'key' | 'pointer'

/** Callbacks from a card to the page that shows it. */
export interface CardActions {
  readonly answer: (answer: Answer, by: GivenBy) => void
  readonly takeBack: () => void
  readonly keepWaiting: () => void
  /** Escape: returns to where the person came from. Never an answer. */
  readonly leave: () => void
  readonly move: (step: 1 | -1) => void
}
