import { Check, ChevronDown } from 'lucide-react'
import type { Model } from '../data/api.ts'
import { DropMenu } from '../ui/DropMenu.tsx'
import { texts } from './texts.ts'

export interface ModelMenuProps {
  readonly model: Model
  readonly models: readonly Model[]
  readonly onChoose: (model: string) => void
}

/** Which model answers, from the next turn on. */
export function ModelMenu({ model, models, onChoose }: ModelMenuProps) {
  const name = model.demo ? texts.demo : model.name
  const all = models.some(({ id }) => id === model.id) ? models : [model, ...models]
  return (
    <DropMenu
      look="text"
      side="top"
      label={texts.model(name)}
      trigger={
        <>
          <span className="truncate text-ink-3">{name}</span>
          <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        </>
      }
      value={model.id}
      entries={all.map((other) => ({
        key: other.id,
        onChoose: () => onChoose(other.id),
        content: (
          <>
            <span className="flex items-center gap-2">
              <span className="font-semibold">{other.demo ? texts.demo : other.name}</span>
              {other.id === model.id && <Check size={14} aria-hidden="true" />}
              <span className="ms-auto ps-6 text-hint text-ink-3">{other.demo ? '' : other.provider}</span>
            </span>
            {other.demo && <span className="text-hint text-ink-2">{texts.demoHint}</span>}
          </>
        ),
      }))}
    />
  )
}
