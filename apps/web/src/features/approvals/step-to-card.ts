import { allQuestions } from '../../data/selectors.ts'
import type { CommandContext } from '../../platform/command.ts'
import { cardsHere, focusCard, focusedCard, rememberOrigin } from '../../platform/focus/card-focus.ts'
import { threadPath } from '../../platform/thread-path.ts'
import { nextWaiting } from './next-waiting.ts'

/** Puts the focus on the next card that waits, on this page or in another chat. */
export function stepToCard(step: 1 | -1, { view, path, navigate }: CommandContext): void {
  const target = nextWaiting({
    here: cardsHere(),
    all: allQuestions(view).map(({ call }) => call),
    current: focusedCard(),
    step,
  })
  if (target === null) return
  rememberOrigin()
  if (!focusCard(target.id)) navigate(`${threadPath(path, target.thread_id)}?call=${target.id}`)
}
