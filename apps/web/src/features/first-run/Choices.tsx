import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

export interface ChoicesProps {
  readonly title: string
  readonly hint: string
  /** Additional input for the choice: a path, a key. */
  readonly detail?: ReactNode
  readonly children: ReactNode
}

/** One decision on the first page: a card for each choice, side by side if there is room. */
export function Choices({ title, hint, detail, children }: ChoicesProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="contents">
        <ChoiceTitle title={title} hint={hint} />
      </legend>
      <div
        data-choices=""
        className="grid grid-cols-2 gap-2 wide:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] wide:gap-2.5"
      >
        {children}
      </div>
      {detail}
    </fieldset>
  )
}

export function ChoiceTitle({ title, hint }: { title: string; hint: string }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{title}</span>
      <span className="text-label text-ink-3">{hint}</span>
    </span>
  )
}

export interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly hint: string
  /** Drawn at the top of the card, where cards stand side by side. */
  readonly ornament?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChoose: () => void
}

export function Choice({ name, label, hint, ornament, checked, disabled = false, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-control flex-col gap-1 rounded-control border border-line-strong px-3 py-2 outline-offset-2 outline-accent has-checked:border-accent has-checked:bg-raised has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2">
      {ornament !== undefined && <span className="hidden pb-1 wide:block">{ornament}</span>}
      <span className="flex items-center gap-2">
        <input
          type="radio"
          name={name}
          className="size-4 shrink-0 accent-accent outline-none"
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
        />
        <span className={disabled ? 'font-semibold text-ink-3' : 'font-semibold'}>{label}</span>
      </span>{' '}
      <span className={cx('text-label text-ink-2', !checked && 'max-wide:sr-only')}>{hint}</span>
    </label>
  )
}
