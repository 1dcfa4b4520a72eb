import { ObservedState } from '@countersign/protocol'
import type { ReactNode } from 'react'
import { fieldClass } from '../../ui/Section.tsx'
import { texts } from './texts.ts'

export interface Chosen {
  readonly text: string
  readonly tool: string
  readonly state: ObservedState | ''
  /** How far back; empty: the whole list. */
  readonly minutes: string
}

export function Filters({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const set = (part: Partial<Chosen>): void => onChange({ ...chosen, ...part })
  return (
    <>
      <Field label={texts.text}>
        <input
          type="search"
          className={`${fieldClass} w-56`}
          placeholder={texts.textHint}
          value={chosen.text}
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
      <Field label={texts.tool}>
        <input
          type="text"
          className={`${fieldClass} w-36`}
          placeholder={texts.toolHint}
          spellCheck={false}
          value={chosen.tool}
          onChange={(event) => set({ tool: event.target.value })}
        />
      </Field>
      <Field label={texts.state}>
        <select
          className={fieldClass}
          value={chosen.state}
          onChange={(event) => set({ state: ObservedState.safeParse(event.target.value).data ?? '' })}
        >
          <option value="">{texts.anyState}</option>
          {ObservedState.options.map((state) => (
            <option key={state} value={state}>
              {texts.states[state]}
            </option>
          ))}
        </select>
      </Field>
      <Field label={texts.since}>
        <select
          className={fieldClass}
          value={chosen.minutes}
          onChange={(event) => set({ minutes: event.target.value })}
        >
          <option value="">{texts.anyTime}</option>
          {Object.entries(texts.times).map(([minutes, words]) => (
            <option key={minutes} value={minutes}>
              {words}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="flex min-w-0 flex-col gap-0.5 text-hint text-ink-2">
      {label}
      {children}
    </label>
  )
}
