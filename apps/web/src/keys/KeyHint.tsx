import { usePreferences } from '../data/preferences.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { chordText, isPlain, keymapOf } from './keymap.ts'
import type { KeyActId } from './keymap.ts'

/** The key that does it here, as it is bound; nothing where it is switched off. */
export function KeyHint({ act, armed }: { act: KeyActId; armed: boolean }) {
  const { bindings, single_letters: letters } = usePreferences().keyboard
  const chord = keymapOf(bindings).get(act) ?? ''
  if (chord === '' || (isPlain(chord) && !letters)) return null
  return <Kbd keys={chordText(chord)} armed={armed} />
}
