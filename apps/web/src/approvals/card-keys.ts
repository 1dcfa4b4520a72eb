import type { KeyboardEvent } from 'react'
import type { CardActions } from './card-actions.ts'
import type { CardView } from './card-view.ts'
import type { CardControl } from './use-card.ts'

/**
 * Letters on a focused card (K2, K3, K6). They act only when the card itself has focus, once it is armed, and never
 * with a modifier that belongs to the browser. A card that cannot be undone has no letter that answers it.
 */
export function onCardKey(
  event: KeyboardEvent,
  view: CardView,
  card: CardControl,
  actions: CardActions,
): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const key = event.shiftKey ? `Shift+${event.key.toUpperCase()}` : event.key.toLowerCase()
  const act = commandFor(key, view, card, actions)
  if (act === null) return
  event.preventDefault()
  if (HARMLESS.has(key) || card.arming.takesKey(event.nativeEvent)) act()
}

const HARMLESS: ReadonlySet<string> = new Set(['escape', 'j', 'k'])

function commandFor(
  key: string,
  view: CardView,
  card: CardControl,
  actions: CardActions,
): (() => void) | null {
  switch (key) {
    case 'escape':
      return actions.leave
    case 'j':
      return () => actions.move(1)
    case 'k':
      return () => actions.move(-1)
    case 'n':
    case 'Shift+D':
      return () => card.setNote(card.note ?? '')
    case 'a':
      return view.confirm.kind === 'none' ? () => card.press('allow_once', 'key') : null
    case 'd':
      return view.confirm.kind === 'none' ? () => card.press('deny', 'key') : null
    case 'c':
      return view.confirm.kind === 'none' ? () => card.press('allow_chat', 'key') : null
    case 'r':
      return view.confirm.kind === 'none' ? () => card.press('allow_always', 'key') : null
    default:
      return null
  }
}
