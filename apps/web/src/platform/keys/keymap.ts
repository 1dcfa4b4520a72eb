import type { Command } from '../command.ts'
import { texts } from './texts.ts'

/** An action of a key and its scope: anywhere on the page, or on a focused card. */
export interface KeyAct {
  readonly id: string
  readonly place: 'page' | 'card'
  readonly chord: string
  readonly does: string
  readonly sequence?: readonly [string, string]
  readonly onCards?: true
}

/** Keys of a focused card. Enter, Escape and Tab belong to the browser and the card, and cannot be bound. */
const CARD_KEYS: readonly KeyAct[] = [
  { id: 'allow', place: 'card', chord: 'a', does: texts.allow },
  { id: 'deny', place: 'card', chord: 'd', does: texts.deny },
  { id: 'note', place: 'card', chord: 'n', does: texts.note },
  { id: 'deny_note', place: 'card', chord: 'Shift+d', does: texts.deny_note },
  { id: 'chat', place: 'card', chord: 'c', does: texts.chat },
  { id: 'always', place: 'card', chord: 'r', does: texts.always },
  { id: 'down', place: 'card', chord: 'j', does: texts.down },
  { id: 'up', place: 'card', chord: 'k', does: texts.up },
]

/** Every default key: those of the commands, and those of a card. */
export function keysOf(commands: readonly Command[]): readonly KeyAct[] {
  const page = commands.flatMap(({ id, key }): readonly KeyAct[] =>
    key === undefined ? [] : [{ id, place: 'page', ...key }],
  )
  return [...page, ...CARD_KEYS]
}

/** The keys that are bound now. */
export interface Keymap {
  readonly acts: readonly KeyAct[]
  /** The chord of an action; empty if it has none. */
  readonly chordFor: (id: string) => string
}

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** A key with its modifiers, in one spelling: `Control+Shift+m`, `Shift+F8`, `?`. Command is treated as Control. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): string {
  const letter = key.length === 1 ? key.toLowerCase() : key
  // A character that needs Shift is its own key: `?` is not `Shift+?`.
  const shift = shiftKey && (key.length > 1 || letter !== letter.toUpperCase())
  return [
    ...(ctrlKey || metaKey ? ['Control'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
    letter,
  ].join('+')
}

/** The default keys with the person's changes applied. If two actions want the same chord, the changed one gets it. */
export function keymapOf(acts: readonly KeyAct[], changed: Readonly<Record<string, string>>): Keymap {
  const own = (id: string): string | undefined => (Object.hasOwn(changed, id) ? changed[id] : undefined)
  const chords = new Map(
    acts.map(({ id, chord, place }) => {
      const mine = own(id)
      if (mine !== undefined) return [id, mine] as const
      const taken = acts.some(
        (other) => other.id !== id && clashes(other.place, place) && own(other.id) === chord,
      )
      return [id, taken ? '' : chord] as const
    }),
  )
  return { acts, chordFor: (id) => chords.get(id) ?? '' }
}

/** The action of a chord in a scope; null if it is not ours. */
export function actOf(chord: string, place: KeyAct['place'], keymap: Keymap): string | null {
  if (chord === '') return null
  return keymap.acts.find((act) => act.place === place && keymap.chordFor(act.id) === chord)?.id ?? null
}

/** The command that already uses a chord, so that a conflicting change can be rejected with a reason. */
export function ownerOf(chord: string, wanted: string, keymap: Keymap): KeyAct | null {
  const place = keymap.acts.find(({ id }) => id === wanted)?.place ?? 'page'
  const owner = keymap.acts.find(
    (act) => act.id !== wanted && clashes(act.place, place) && keymap.chordFor(act.id) === chord,
  )
  return owner ?? null
}

/** Keys of the browser, of fields and of screen readers, which cannot be bound. */
export function isBindable(chord: string): boolean {
  const key = chord.split('+').at(-1) ?? ''
  return !RESERVED.has(key) && !(chord === '' || /^(?:Control|Alt|Shift|Meta)$/.test(key))
}

const RESERVED: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab', ' ', 'F5', 'F6', 'F12', 'Backspace'])

/** The display form: `Ctrl+Shift+M`. */
export function chordText(chord: string): string {
  return chord
    .split('+')
    .map((part) => PARTS.get(part) ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+')
}

const PARTS: ReadonlyMap<string, string> = new Map([
  ['Control', 'Ctrl'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['ArrowUp', '↑'],
  ['ArrowDown', '↓'],
])

/** A single letter works only outside fields. */
export function isPlain(chord: string): boolean {
  return [...chord].length === 1
}

/** A page key also works on a card, so the two must differ. */
function clashes(one: KeyAct['place'], other: KeyAct['place']): boolean {
  return one === other || one === 'page' || other === 'page'
}
