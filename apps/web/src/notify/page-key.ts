import { actOf, chordOf, isPlain } from '../keys/keymap.ts'
import type { Keymap } from '../keys/keymap.ts'

export type PageAct = 'next' | 'previous' | 'mode' | 'keys' | 'palette' | 'undo' | 'stop'

/** Where the focus is: fields own their keys, a card its letters. */
export type KeyPlace = 'page' | 'card' | 'field'

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
}

/** What a key does on the page as a whole; `before` is the key before it. Letters count only outside fields. */
export function pageKey(key: Key, before: string, place: KeyPlace, keymap: Keymap): PageAct | null {
  if (key.repeat) return null
  const chord = chordOf(key)
  if (place === 'page' && before === 'g' && chord === 'w') return 'next'
  const act = actOf(chord, 'page', keymap)
  if (act === null || !isPageAct(act)) return null
  if (!isPlain(chord) || place === 'page') return act
  // Taking back an answer is the one letter of the page that a card lets through: it answers nothing.
  return place === 'card' && act === 'undo' ? act : null
}

function isPageAct(act: string): act is PageAct {
  return PAGE_ACTS.has(act)
}

const PAGE_ACTS: ReadonlySet<string> = new Set<PageAct>([
  'next',
  'previous',
  'mode',
  'keys',
  'palette',
  'undo',
  'stop',
])
