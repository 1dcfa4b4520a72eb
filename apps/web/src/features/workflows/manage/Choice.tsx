import { fieldClass } from '../../../ui/Section.tsx'

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChange: (value: string) => void
}

/** A labelled list to choose one from. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-label">
      {label}
      <select className={fieldClass} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
