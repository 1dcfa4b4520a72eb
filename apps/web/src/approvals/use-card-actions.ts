import type { CallId } from '@countersign/protocol'
import { useApp } from '../data/context.ts'
import { afterKeyAnswer, focusCard, returnFocus } from '../notify/card-focus.ts'
import type { CardActions } from './card-actions.ts'

/** What the cards of a page do. `order` is how they stand on it: J and K, and the focus after an answer by key. */
export function useCardActions(order: readonly CallId[]): (call: CallId) => CardActions {
  const { client } = useApp()
  return (call) => ({
    answer: (answer, by) => {
      client.answer(call, answer)
      if (by === 'key') afterKeyAnswer(order, call)
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
