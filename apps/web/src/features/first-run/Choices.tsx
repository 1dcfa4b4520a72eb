import type { ReactNode } from 'react'

export interface ChoicesProps {
  readonly title: string
  /** About what is chosen; its own label says it too, for who does not see it stand below. */
  readonly chosen?: string | undefined
  readonly hint?: string
  /** What the choice needs to be whole: a path, a key. */
  readonly detail?: ReactNode
  readonly children: ReactNode
}

/** One thing to choose, on the first page: all there is on one line, and below it what is chosen. */
export function Choices({ title, chosen, hint, detail, children }: ChoicesProps) {
  return (
    <fieldset className="grid gap-x-6 gap-y-1 wide:grid-cols-[5rem_1fr]">
      <legend className="contents">
        <span className="pt-0.5 font-semibold">{title}</span>
      </legend>
      <div className="flex min-w-0 flex-col gap-1 wide:col-start-2">
        <div data-choices="" className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
          {children}
        </div>
        {detail}
        {(chosen !== undefined || hint !== undefined) && (
          <p className="flex flex-wrap gap-x-2 text-label text-ink-2">
            {chosen !== undefined && <span aria-hidden="true">{chosen}</span>}
            {hint !== undefined && <span className="text-ink-3">{hint}</span>}
          </p>
        )}
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
      <span className={props.disabled === true ? 'text-ink-3' : undefined}>{props.label}</span>
      {props.hint !== undefined && <span className="sr-only"> {props.hint}</span>}
    </label>
  )
}
