import { modelFacts } from '@countersign/protocol/client'
import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { Model } from '../../../data/api.ts'
import { modelName, PickerButton } from './PickerButton.tsx'
import type { ModelPickerProps } from './PickerButton.tsx'
import { texts } from './texts.ts'

/** The models with their prices and windows, and a search field. Open at first. */
export function OpenedModelPicker({ model, models, onChoose }: ModelPickerProps) {
  const all = models.some(({ id }) => id === model.id) ? models : [model, ...models]
  return (
    <Combobox.Root
      items={all}
      value={model}
      defaultOpen
      modal={false}
      autoHighlight
      itemToStringLabel={searched}
      isItemEqualToValue={(a, b) => a.id === b.id}
      onValueChange={(next: Model | null) => {
        if (next !== null && next.id !== model.id) onChoose(next.id)
      }}
    >
      <Combobox.Trigger render={<PickerButton model={model} />} />
      <Combobox.Portal>
        <Combobox.Positioner side="top" align="start" sideOffset={6} collisionPadding={8} className="z-20">
          <Combobox.Popup
            aria-label={texts.models}
            className="flex max-h-[min(var(--available-height),28rem)] w-96 max-w-[calc(100vw-1rem)] flex-col rounded-card border border-line bg-raised p-1 text-ink shadow-float outline-none"
          >
            <Combobox.Input
              placeholder={texts.findModel}
              aria-label={texts.findModel}
              className="m-1 min-h-control shrink-0 rounded-control border border-line-strong bg-ground px-2 text-field"
            />
            <Combobox.Empty className="px-2.5 text-label text-ink-3 not-empty:py-2">
              {texts.noModel}
            </Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto outline-none">
              {(item: Model) => (
                <Combobox.Item
                  key={item.id}
                  value={item}
                  className="flex min-h-control cursor-default flex-col justify-center rounded-control px-2.5 py-1 text-label outline-none data-highlighted:bg-ground"
                >
                  <ModelLine model={item} chosen={item.id === model.id} />
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function ModelLine({ model, chosen }: { model: Model; chosen: boolean }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-semibold">{modelName(model)}</span>
        {chosen && <Check size={14} aria-hidden="true" className="shrink-0" />}
        <span className="ms-auto shrink-0 ps-6 text-hint text-ink-3">{model.demo ? '' : model.provider}</span>
      </span>
      <span className="text-hint text-ink-2">{modelFacts(model).join(' · ')}</span>
    </>
  )
}

/** The text that the search matches. */
function searched(model: Model): string {
  return `${modelName(model)} ${model.provider} ${model.id}`
}
