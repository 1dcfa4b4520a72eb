import { useState } from 'react'
import { setPreferences, usePreferences } from '../data/preferences.ts'
import type { Preferences } from '../data/preferences.ts'
import { chordOf, chordText, isBindable, KEY_ACTS, keymapOf, ownerOf } from '../keys/keymap.ts'
import type { KeyAct, KeyActId } from '../keys/keymap.ts'
import { Button } from '../ui/Button.tsx'
import { PageTitle, Panel, Section } from '../ui/Section.tsx'
import { Toggle } from '../ui/Toggle.tsx'
import { keyboardTexts as texts } from './keyboard-texts.ts'

/** Every key of the product, and what can be changed about them. */
export function KeyboardPage() {
  const preferences = usePreferences()
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Section title={texts.answers}>
        <Panel>
          <Toggle
            label={texts.letters}
            hint={texts.lettersHint}
            checked={preferences.letters}
            onChange={(letters) => setPreferences({ letters })}
          />
          <fieldset className="flex flex-col gap-1">
            <legend className="font-semibold">{texts.hold}</legend>
            <p className="max-w-[60ch] text-label text-ink-2">{texts.holdHint}</p>
            <div className="flex flex-wrap gap-4">
              {HOLDS.map((holdMs) => (
                <Choice
                  key={holdMs}
                  name="hold"
                  label={texts.holds[holdMs]}
                  checked={preferences.holdMs === holdMs}
                  onChoose={() => setPreferences({ holdMs })}
                />
              ))}
            </div>
          </fieldset>
          <fieldset className="flex flex-col gap-1">
            <legend className="font-semibold">{texts.send}</legend>
            <div className="flex flex-wrap gap-4">
              {(['enter', 'control_enter'] as const).map((send) => (
                <Choice
                  key={send}
                  name="send"
                  label={texts.sends[send]}
                  checked={preferences.send === send}
                  onChoose={() => setPreferences({ send })}
                />
              ))}
            </div>
          </fieldset>
        </Panel>
      </Section>
      {(['page', 'card'] as const).map((place) => (
        <Section
          key={place}
          title={texts.places[place]}
          action={
            place === 'page' &&
            Object.keys(preferences.keys).length > 0 && (
              <Button onClick={() => setPreferences({ keys: {} })}>{texts.reset}</Button>
            )
          }
        >
          <Panel>
            <ul className="flex flex-col divide-y divide-line">
              {KEY_ACTS.filter((act) => act.place === place).map((act) => (
                <KeyRow key={act.id} act={act} preferences={preferences} />
              ))}
            </ul>
          </Panel>
        </Section>
      ))}
      <Section title={texts.fixed}>
        <Panel>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-label">
            {texts.fixedKeys.map(([keys, does]) => (
              <div key={keys} className="contents">
                <dt className="font-mono">{keys}</dt>
                <dd className="text-ink-2">{does}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </Section>
    </>
  )
}

const HOLDS: readonly Preferences['holdMs'][] = [0, 1000, 3000]

function Choice(props: { name: string; label: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-6 items-center gap-1.5">
      <input
        type="radio"
        name={props.name}
        className="size-4 accent-accent"
        checked={props.checked}
        onChange={props.onChoose}
      />
      {props.label}
    </label>
  )
}

/** One key: press the button, then the key it should be. */
function KeyRow({ act, preferences }: { act: KeyAct & { id: KeyActId }; preferences: Preferences }) {
  const [listening, setListening] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const keymap = keymapOf(preferences.keys)
  const chord = keymap.get(act.id) ?? ''

  function pressed(event: React.KeyboardEvent): void {
    if (!listening || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      setListening(false)
      return
    }
    const wanted = chordOf(event)
    if (!isBindable(wanted)) return
    const owner = ownerOf(wanted, act.id, keymap)
    setListening(false)
    setTrouble(owner === null ? null : texts.taken(chordText(wanted), owner.does))
    if (owner === null) setPreferences({ keys: { ...preferences.keys, [act.id]: wanted } })
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      <span className="min-w-48 flex-1 text-label">{act.does}</span>
      {trouble !== null && (
        <span role="status" className="text-hint text-stop">
          {trouble}
        </span>
      )}
      <Button
        aria-label={
          listening ? texts.press : texts.change(act.does, chord === '' ? texts.none : chordText(chord))
        }
        aria-pressed={listening}
        onClick={() => setListening(!listening)}
        onKeyDown={pressed}
        onBlur={() => setListening(false)}
      >
        <span className="font-mono">
          {listening ? texts.press : chord === '' ? texts.none : chordText(chord)}
        </span>
      </Button>
    </li>
  )
}
