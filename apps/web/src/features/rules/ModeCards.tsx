import { useId } from 'react'
import { whyForbidden } from '../../platform/modes/ModeMenu.tsx'
import { MODES } from '../../platform/modes/modes.ts'
import { ModeRail } from '../../platform/modes/ModeRail.tsx'
import type { ForbiddenMode } from '../../data/api.ts'
import { useApp } from '../../data/context.ts'
import { usePreferences } from '../../data/preferences.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { useChange } from '../../platform/settings/use-change.ts'
import { cx } from '../../ui/cx.ts'
import { fieldClass, Section } from '../../ui/Section.tsx'
import { texts } from './texts.ts'

/** The modes that new chats and sessions of other agents begin in, and how long a question waits. */
export function ModeCards() {
  const { me } = useApp()
  const preferences = usePreferences()
  const [trouble, change] = useChange()
  const timeout = preferences.approval_timeout ?? 0
  const times = new Set([...TIMES, timeout])
  return (
    <Section title={texts.mode} hint={texts.modeHint}>
      <Trouble reason={trouble} />
      <ModeChoice
        mode={preferences.default_mode}
        forbidden={me.forbidden_modes}
        onChoose={(mode) => change({ default_mode: mode })}
      />
      <OutsideMode
        mode={preferences.outside_mode}
        forbidden={me.forbidden_modes}
        onChoose={(mode) => change({ outside_mode: mode })}
      />
      <label className="flex flex-wrap items-center gap-2 pt-2 text-label">
        {texts.timeout}
        <select
          value={timeout}
          onChange={(event) => {
            const seconds = Number(event.target.value)
            change({ approval_timeout: seconds === 0 ? null : seconds })
          }}
          className={fieldClass}
        >
          {[...times].map((seconds) => (
            <option key={seconds} value={seconds}>
              {texts.seconds(seconds)}
            </option>
          ))}
        </select>
        <span className="text-ink-3">{texts.timeoutHint(timeout > 0)}</span>
      </label>
    </Section>
  )
}

const TIMES = [60, 300, 900, 3600, 86_400, 0] as const

interface ModeChoiceProps {
  readonly mode: string
  readonly forbidden: readonly ForbiddenMode[]
  readonly onChoose: (mode: string) => void
}

/** The mode in which sessions of other agents begin. */
function OutsideMode({ mode, forbidden, onChoose }: ModeChoiceProps) {
  return (
    <label className="flex flex-wrap items-center gap-2 pt-2 text-label">
      {texts.outsideMode}
      <select value={mode} onChange={(event) => onChoose(event.target.value)} className={fieldClass}>
        {MODES.map(({ id, label }) => (
          <option key={id} value={id} disabled={forbidden.some((other) => other.mode === id)}>
            {label}
          </option>
        ))}
      </select>
      <span className="text-ink-3">{texts.outsideModeHint}</span>
    </label>
  )
}

/** The modes as cards, one of them chosen. */
function ModeChoice({ mode, forbidden, onChoose }: ModeChoiceProps) {
  const name = useId()
  const isForbidden = (id: string): boolean => forbidden.some((other) => other.mode === id)
  return (
    <fieldset className="grid gap-2 wide:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      <legend className="sr-only">{texts.mode}</legend>
      {MODES.map((look) => (
        <label
          key={look.id}
          className={cx(
            'flex cursor-pointer flex-col gap-1 rounded-card border px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            look.id === mode ? 'border-accent bg-raised' : 'border-line bg-transparent hover:bg-panel',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={look.id === mode}
            disabled={isForbidden(look.id)}
            onChange={() => onChoose(look.id)}
          />
          <ModeRail mode={look.id} />
          <span className="font-semibold">{look.label}</span>
          <span className="text-label text-ink-2">
            {isForbidden(look.id) ? whyForbidden(look, forbidden) : look.line}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
