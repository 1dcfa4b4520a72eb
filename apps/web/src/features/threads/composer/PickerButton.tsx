import { ChevronDown } from 'lucide-react'
import type { Model } from '../../../data/api.ts'
import { texts } from './texts.ts'

export interface ModelPickerProps {
  readonly model: Model
  readonly models: readonly Model[]
  readonly onChoose: (model: string) => void
}

/** Only the button; the list attaches itself to it once loaded. */
export function PickerButton({
  model,
  ...rest
}: { readonly model: Model } & Omit<React.ComponentProps<'button'>, 'className'>) {
  const name = modelName(model)
  return (
    <button
      type="button"
      aria-haspopup="listbox"
      {...rest}
      aria-label={texts.model(name)}
      title={texts.model(name)}
      className="flex min-h-control max-w-80 min-w-0 items-center gap-1.5 rounded-control px-2 text-label text-ink hover:bg-panel"
    >
      <span className="truncate text-ink-3">{name}</span>
      <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
    </button>
  )
}

export function modelName(model: Model): string {
  return model.demo ? texts.demo : model.name
}
