import { fieldClass } from '../../ui/Section.tsx'
import { texts } from './texts.ts'

/** A range of days, as date fields write them; empty: open. */
export interface Days {
  readonly from: string
  readonly to: string
}

export function DayFields({ days, onDays }: { days: Days; onDays: (days: Days) => void }) {
  const field = (name: keyof Days) => (
    <label className="flex items-center gap-2 text-label text-ink-2">
      {texts[name]}
      <input
        type="date"
        value={days[name]}
        onChange={(event) => onDays({ ...days, [name]: event.target.value })}
        className={fieldClass}
      />
    </label>
  )
  return (
    <>
      {field('from')}
      {field('to')}
    </>
  )
}

/** The period of these days by the reader's clock, including the last day. */
export function timesOf({ from, to }: Days): { readonly from?: number; readonly until?: number } {
  const begin = from === '' ? Number.NaN : new Date(`${from}T00:00`).getTime()
  const end = to === '' ? Number.NaN : new Date(`${to}T00:00`).setHours(24)
  return {
    ...(Number.isNaN(begin) ? {} : { from: begin }),
    ...(Number.isNaN(end) ? {} : { until: end }),
  }
}
