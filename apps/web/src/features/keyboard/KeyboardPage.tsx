import type { Preferences, PreferencesChange } from '@countersign/protocol'
import { useState } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { chordOf, chordText, isBindable, ownerOf } from '../../platform/keys/keymap.ts'
import type { KeyAct, Keymap } from '../../platform/keys/keymap.ts'
import { useKeymap } from '../../platform/keys/use-keymap.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { keyboardTexts as texts } from './texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { useChange } from '../../platform/settings/use-change.ts'

type Bindings = Readonly<Record<string, string>>

/** Every key of the product, and what can be changed about them. */
export function KeyboardPage() {
  const { keyboard } = usePreferences()
  const keymap = useKeymap()
  const [trouble, change] = useChange()
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Trouble reason={trouble} />
      <Answers keyboard={keyboard} change={change} />
      {(['page', 'card'] as const).map((place) => (
        <Section
          key={place}
          title={texts.places[place]}
          action={
            place === 'page' &&
            Object.keys(keyboard.bindings).length > 0 && (
              <Button onClick={() => change({ keyboard: { bindings: {} } })}>{texts.reset}</Button>
            )
          }
        >
          <Panel>
            <ul className="flex flex-col divide-y divide-line">
              {keymap.acts
                .filter((act) => act.place === place)
                .map((act) => (
                  <KeyRow
                    key={act.id}
                    act={act}
                    keymap={keymap}
                    bindings={keyboard.bindings}
                    onBind={(bindings) => change({ keyboard: { bindings } })}
                  />
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

const HOLDS = [0, 1, 3] as const

interface AnswersProps {
  readonly keyboard: Preferences['keyboard']
  readonly change: (change: PreferencesChange) => void
}

/** How answers and messages are sent. */
function Answers({ keyboard, change }: AnswersProps) {
  return (
    <Section title={texts.answers}>
      <Panel>
        <Toggle
          label={texts.letters}
          hint={texts.lettersHint}
          checked={keyboard.single_letters}
          onChange={(on) => change({ keyboard: { single_letters: on } })}
        />
        <fieldset className="flex flex-col gap-1">
          <legend className="font-semibold">{texts.hold}</legend>
          <p className="max-w-[60ch] text-label text-ink-2">{texts.holdHint}</p>
          <div className="flex flex-wrap gap-4">
            {HOLDS.map((seconds) => (
              <Choice
                key={seconds}
                name="hold"
                label={texts.holds[seconds]}
                checked={keyboard.hold_answers === seconds}
                onChoose={() => change({ keyboard: { hold_answers: seconds } })}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="flex flex-col gap-1">
          <legend className="font-semibold">{texts.send}</legend>
          <div className="flex flex-wrap gap-4">
            {(['enter', 'ctrl_enter'] as const).map((send) => (
              <Choice
                key={send}
                name="send"
                label={texts.sends[send]}
                checked={keyboard.send_with === send}
                onChoose={() => change({ keyboard: { send_with: send } })}
              />
            ))}
          </div>
        </fieldset>
      </Panel>
    </Section>
  )
}

function Choice(props: { name: string; label: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-6 items-center gap-1.5 coarse:min-h-control">
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

interface KeyRowProps {
  readonly act: KeyAct
  readonly keymap: Keymap
  readonly bindings: Bindings
  readonly onBind: (bindings: Bindings) => void
}

/** One key binding: press the button, then the new key. */
function KeyRow({ act, keymap, bindings, onBind }: KeyRowProps) {
  const [listening, setListening] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const chord = keymap.chordFor(act.id)

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
    if (owner === null) onBind({ ...bindings, [act.id]: wanted })
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      <span className="min-w-[min(12rem,100%)] flex-1 text-label">{act.does}</span>
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
