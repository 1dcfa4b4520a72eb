import { useId } from 'react'

/** A setting that is on or off, with a line that explains it. */
export function Toggle(props: {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex items-start gap-3 coarse:min-h-control">
      <input
        id={id}
        type="checkbox"
        checked={props.checked}
        aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => props.onChange(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-accent coarse:mt-3"
      />
      <div>
        <label htmlFor={id} className="font-semibold coarse:flex coarse:min-h-control coarse:items-center">
          {props.label}
        </label>
        {props.hint !== undefined && (
          <p id={`${id}-hint`} className="max-w-[60ch] text-label text-ink-2">
            {props.hint}
          </p>
        )}
      </div>
    </div>
  )
}
