import type { CallId } from '@countersign/protocol'
import { useApp } from '../../data/context.ts'
import { readPreferences } from '../../data/preferences.ts'
import { afterKeyAnswer, focusCard, focusedCard, returnFocus } from '../focus/card-focus.ts'
import type { CardActions } from './card-actions.ts'

/** The callbacks for the cards of a page. `order` is their order on the page, for J and K and for the focus after an answer by key. */
export function useCardActions(order: readonly CallId[]): (call: CallId) => CardActions {
  const { client } = useApp()
  return (call) => ({
    answer: (answer, by) => {
      client.answer(call, answer)
      if (by === 'key') moveOn(order, call)
    },
    takeBack: () => client.takeBack(call),
    keepWaiting: () => void client.keepWaiting(call),
    leave: returnFocus,
    move: (step) => {
      const next = order[order.indexOf(call) + step]
      if (next !== undefined) focusCard(next)
    },
  })
}

/** K7 and K9: while an answer can be taken back by key, the focus stays on its card. */
function moveOn(order: readonly CallId[], call: CallId): void {
  const held = readPreferences().keyboard.hold_answers * 1000
  if (held === 0) afterKeyAnswer(order, call)
  else {
    window.setTimeout(() => {
      // If the person moved elsewhere meanwhile, or took the answer back, the focus is left alone.
      const card = document.activeElement?.closest<HTMLElement>('[data-card]')
      if (focusedCard() === call && card?.dataset['state'] !== 'pending') afterKeyAnswer(order, call)
    }, held)
  }
}
