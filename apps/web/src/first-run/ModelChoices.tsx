import { useId } from 'react'
import { Link } from 'wouter'
import { fieldClass } from '../ui/Section.tsx'
import { Choice, Choices } from './Choices.tsx'
import type { Offered } from './model-choice.ts'
import { texts } from './texts.ts'

/** Which model was chosen: one that can be used, or one of a provider whose key is being entered. */
export type ChosenModel =
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'key'; readonly provider: string; readonly key: string }

export interface ModelChoicesProps {
  readonly offered: readonly Offered[]
  readonly chosen: ChosenModel
  readonly onChoose: (chosen: ChosenModel) => void
}

/** Who answers: Demo, what is found on this machine or has a key, or a key that is pasted here. */
export function ModelChoices({ offered, chosen, onChoose }: ModelChoicesProps) {
  const name = useId()
  return (
    <Choices title={texts.model}>
      {offered.map(({ provider, models }) => {
        const [first] = models
        const here =
          chosen.kind === 'key'
            ? chosen.provider === provider.id
            : models.some((model) => model.id === chosen.model)
        return (
          <div key={provider.id} className="flex flex-col gap-1" data-offered={provider.id}>
            <Choice
              name={name}
              label={provider.kind === 'demo' ? texts.demo : provider.name}
              hint={hintOf({ provider, models })}
              checked={here}
              onChoose={() =>
                onChoose(
                  first === undefined
                    ? { kind: 'key', provider: provider.id, key: '' }
                    : { kind: 'model', model: first.id },
                )
              }
            />
            {here && chosen.kind === 'key' && (
              <input
                type="password"
                aria-label={texts.keyOf(provider.name)}
                placeholder={texts.keyOf(provider.name)}
                autoComplete="off"
                required
                value={chosen.key}
                onChange={(event) => onChoose({ ...chosen, key: event.target.value })}
                className={`${fieldClass} ms-6 font-mono`}
              />
            )}
            {here && chosen.kind === 'model' && models.length > 1 && (
              <select
                aria-label={texts.modelOf(provider.name)}
                value={chosen.model}
                onChange={(event) => onChoose({ ...chosen, model: event.target.value })}
                className={`${fieldClass} ms-6 self-start`}
              >
                {models.map((model) => (
                  <option key={model.id} value={model.id}>
                    {model.name}
                  </option>
                ))}
              </select>
            )}
          </div>
        )
      })}
      <Link
        href="/settings/models"
        className="flex min-h-6 items-center self-start text-label coarse:min-h-control"
      >
        {texts.otherModel}
      </Link>
    </Choices>
  )
}

function hintOf({ provider, models }: Offered): string {
  if (provider.kind === 'demo') return texts.demoHint
  if (models.length === 0) return texts.needsKey
  return provider.kind === 'local' ? texts.found(models.length) : texts.hasKey
}
