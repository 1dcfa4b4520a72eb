import { usePreferences } from '../../data/preferences.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { chordText, isPlain } from './keymap.ts'
import { useKeymap } from './use-keymap.ts'

/** The bound key of a command; nothing if the key is switched off. */
export function KeyHint({ act, armed }: { act: string; armed: boolean }) {
  const { single_letters: letters } = usePreferences().keyboard
  const chord = useKeymap().chordFor(act)
  if (chord === '' || (isPlain(chord) && !letters)) return null
  return <Kbd keys={chordText(chord)} armed={armed} />
}
