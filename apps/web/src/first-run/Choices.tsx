import type { ReactNode } from 'react'

/** One thing to choose, on the first page. */
export function Choices({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-6 gap-y-1 wide:grid-cols-[5rem_1fr]">
      <legend className="contents">
        <span className="pt-0.5 font-semibold">{title}</span>
      </legend>
      <div className="flex flex-col gap-1 wide:col-start-2">
        {children}
        {hint !== undefined && <p className="text-hint text-ink-3">{hint}</p>}
      </div>
    </fieldset>
  )
}

export interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChoose: () => void
}

export function Choice(props: ChoiceProps) {
  return (
    <label className="flex min-h-6 items-baseline gap-2 coarse:min-h-control coarse:items-center">
      <input
        type="radio"
        name={props.name}
        className="size-4 shrink-0 translate-y-0.75 accent-accent"
        checked={props.checked}
        disabled={props.disabled === true}
        onChange={props.onChoose}
      />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span>{props.label}</span>
        {props.hint !== undefined && <span className="text-label text-ink-3">{props.hint}</span>}
      </span>
    </label>
  )
}
