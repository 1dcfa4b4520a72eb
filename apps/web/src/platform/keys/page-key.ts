import { actOf, chordOf, isPlain } from './keymap.ts'
import type { Keymap } from './keymap.ts'

/** Where the focus is: fields handle their own keys, and a card its letters. */
export type KeyPlace = 'page' | 'card' | 'field'

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
}

/** The command for a key on the page as a whole; `before` is the previous key. Letters work only outside fields. */
export function pageKey(key: Key, before: string, place: KeyPlace, keymap: Keymap): string | null {
  if (key.repeat) return null
  const chord = chordOf(key)
  const sequel = keymap.acts.find(({ sequence }) => sequence?.[0] === before && sequence[1] === chord)
  if (place === 'page' && sequel !== undefined) return sequel.id
  const act = actOf(chord, 'page', keymap)
  if (act === null || !isPlain(chord) || place === 'page') return act
  return place === 'card' && keymap.acts.some(({ id, onCards }) => id === act && onCards === true)
    ? act
    : null
}
