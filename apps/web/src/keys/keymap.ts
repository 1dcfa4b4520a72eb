import { texts } from './texts.ts'

/** What a key can do, and where: anywhere on the page, or on a focused card. */
export interface KeyAct {
  readonly id: string
  readonly place: 'page' | 'card'
  readonly chord: string
  readonly does: string
}

/** All keys that can be bound otherwise. Enter, Escape and Tab are the browser's and the card's own. */
export const KEY_ACTS = [
  { id: 'next', place: 'page', chord: 'F8', does: texts.next },
  { id: 'previous', place: 'page', chord: 'Shift+F8', does: texts.previous },
  { id: 'palette', place: 'page', chord: 'Control+k', does: texts.palette },
  { id: 'stop', place: 'page', chord: 'Control+.', does: texts.stop },
  { id: 'mode', place: 'page', chord: 'Control+Shift+m', does: texts.mode },
  { id: 'undo', place: 'page', chord: 'z', does: texts.undo },
  { id: 'keys', place: 'page', chord: '?', does: texts.keys },
  { id: 'allow', place: 'card', chord: 'a', does: texts.allow },
  { id: 'deny', place: 'card', chord: 'd', does: texts.deny },
  { id: 'note', place: 'card', chord: 'n', does: texts.note },
  { id: 'deny_note', place: 'card', chord: 'Shift+d', does: texts.deny_note },
  { id: 'chat', place: 'card', chord: 'c', does: texts.chat },
  { id: 'always', place: 'card', chord: 'r', does: texts.always },
  { id: 'down', place: 'card', chord: 'j', does: texts.down },
  { id: 'up', place: 'card', chord: 'k', does: texts.up },
] as const satisfies readonly KeyAct[]

export type KeyActId = (typeof KEY_ACTS)[number]['id']
export type Keymap = ReadonlyMap<KeyActId, string>

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** A key with its modifiers, in one spelling: `Control+Shift+m`, `Shift+F8`, `?`. Command counts as Control. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): string {
  const letter = key.length === 1 ? key.toLowerCase() : key
  // A sign that needs Shift is itself: `?` is not `Shift+?`.
  const shift = shiftKey && (key.length > 1 || letter !== letter.toUpperCase())
  return [
    ...(ctrlKey || metaKey ? ['Control'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
    letter,
  ].join('+')
}

/** The keys that hold: those of this list, with what was changed. A chord that two acts want is the changed one's. */
export function keymapOf(changed: Readonly<Record<string, string>>): Keymap {
  const own = (id: KeyActId): string | undefined => (Object.hasOwn(changed, id) ? changed[id] : undefined)
  return new Map(
    KEY_ACTS.map(({ id, chord, place }) => {
      const mine = own(id)
      if (mine !== undefined) return [id, mine] as const
      const taken = KEY_ACTS.some(
        (other) => other.id !== id && clashes(other.place, place) && own(other.id) === chord,
      )
      return [id, taken ? '' : chord] as const
    }),
  )
}

/** What a chord does at a place; null: nothing of ours. */
export function actOf(chord: string, place: KeyAct['place'], keymap: Keymap): KeyActId | null {
  if (chord === '') return null
  return KEY_ACTS.find((act) => act.place === place && keymap.get(act.id) === chord)?.id ?? null
}

/** Who has a chord already, so that a change of it can be refused in words. */
export function ownerOf(chord: string, wanted: KeyActId, keymap: Keymap): KeyAct | null {
  const place = KEY_ACTS.find(({ id }) => id === wanted)?.place ?? 'page'
  return (
    KEY_ACTS.find((act) => act.id !== wanted && clashes(act.place, place) && keymap.get(act.id) === chord) ??
    null
  )
}

/** Keys of the browser, of fields and of screen readers that nobody may bind. */
export function isBindable(chord: string): boolean {
  const key = chord.split('+').at(-1) ?? ''
  return !RESERVED.has(key) && !(chord === '' || /^(?:Control|Alt|Shift|Meta)$/.test(key))
}

const RESERVED: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab', ' ', 'F5', 'F6', 'F12', 'Backspace'])

/** As people read it: `Ctrl+Shift+M`. */
export function chordText(chord: string): string {
  return chord
    .split('+')
    .map((part) => (part === 'Control' ? 'Ctrl' : part.length === 1 ? part.toUpperCase() : part))
    .join('+')
}

/** A letter alone: it acts only outside fields. */
export function isPlain(chord: string): boolean {
  return [...chord].length === 1
}

/** A key of the page works on a card too, so the two must differ. */
function clashes(one: KeyAct['place'], other: KeyAct['place']): boolean {
  return one === other || one === 'page' || other === 'page'
}
