import type { KeyboardEvent } from 'react'
import { readPreferences } from '../../data/preferences.ts'
import { actOf, chordOf, isPlain } from '../keys/keymap.ts'
import type { Keymap } from '../keys/keymap.ts'
import type { CardActions } from './card-actions.ts'
import type { CardView } from './card-view.ts'
import type { CardControl } from './use-card.ts'

/**
 * Letter keys on a focused card (K2, K3, K6). They work only when the card itself has focus and is armed, and never with a modifier that
 * belongs to the browser. No letter answers a card that cannot be undone.
 */
export function onCardKey(
  event: KeyboardEvent,
  view: CardView,
  card: CardControl,
  actions: CardActions,
  keymap: Keymap,
): void {
  if (event.target !== event.currentTarget && !leavesFromWithin(event)) return
  const { single_letters: letters } = readPreferences().keyboard
  const chord = chordOf(event)
  if (isPlain(chord) && !letters) return
  const name = chord === 'Escape' ? 'escape' : chord === 'Enter' ? 'details' : actOf(chord, 'card', keymap)
  const act = name === null ? null : commandFor(name, view, card, actions)
  if (name === null || act === null) return
  event.preventDefault()
  if (HARMLESS.has(name) || card.arming.takesKey(event.nativeEvent)) act()
}

/** Escape also leaves the card from its buttons, checkboxes and text. A field, menu or panel inside it handles Escape itself. */
function leavesFromWithin(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return false
  return (
    event.target.closest(
      'form, input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog], [aria-expanded=true]',
    ) === null
  )
}

const HARMLESS: ReadonlySet<string> = new Set(['escape', 'details', 'down', 'up'])

function commandFor(
  name: string,
  view: CardView,
  card: CardControl,
  actions: CardActions,
): (() => void) | null {
  const open = view.confirm.kind === 'none'
  switch (name) {
    case 'escape':
      return actions.leave
    case 'details':
      return card.showDetails
    case 'down':
      return () => actions.move(1)
    case 'up':
      return () => actions.move(-1)
    case 'note':
    case 'deny_note':
      return () => card.setNote(card.note ?? '')
    case 'allow':
      return open ? () => card.press('allow_once', 'key') : null
    case 'deny':
      return open ? () => card.press('deny', 'key') : null
    case 'chat':
      return view.lasts ? () => card.press('allow_chat', 'key') : null
    case 'always':
      return view.lasts ? () => card.press('allow_always', 'key') : null
    default:
      return null
  }
}
