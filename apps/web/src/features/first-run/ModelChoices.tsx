import { useId } from 'react'
import { Link } from 'wouter'
import { fieldClass } from '../../ui/Section.tsx'
import { Choice, Choices } from './Choices.tsx'
import { hintOf } from './model-choice.ts'
import type { Offered } from './model-choice.ts'
import { texts } from './texts.ts'

/** The chosen model: an available one, or one of a provider whose key is being entered. */
export type ChosenModel =
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'key'; readonly provider: string; readonly key: string }

export interface ModelChoicesProps {
  readonly offered: readonly Offered[]
  readonly chosen: ChosenModel
  readonly onChoose: (chosen: ChosenModel) => void
}

/** The model's source: Demo, one found on this machine or with a key, or a key that is pasted here. */
export function ModelChoices({ offered, chosen, onChoose }: ModelChoicesProps) {
  const name = useId()
  const here = offered.find((one) => isChosen(one, chosen))
  return (
    <Choices
      title={texts.model}
      hint={texts.modelHint}
      detail={
        <>
          {here !== undefined && <Detail offered={here} chosen={chosen} onChoose={onChoose} />}
          <Link
            href="/settings/models"
            className="flex min-h-6 items-center self-start text-label coarse:min-h-control coarse:min-w-control"
          >
            {texts.otherModel}
          </Link>
        </>
      }
    >
      {offered.map((one) => {
        const { provider, models } = one
        const [first] = models
        return (
          <Choice
            key={provider.id}
            name={name}
            label={provider.kind === 'demo' ? texts.demo : provider.name}
            hint={hintOf(one)}
            checked={one === here}
            onChoose={() =>
              onChoose(
                first === undefined
                  ? { kind: 'key', provider: provider.id, key: '' }
                  : { kind: 'model', model: first.id },
              )
            }
          />
        )
      })}
    </Choices>
  )
}

/** The key that is missing, or which of several models. */
function Detail(props: Omit<ModelChoicesProps, 'offered'> & { readonly offered: Offered }) {
  const { provider, models } = props.offered
  const { chosen, onChoose } = props
  if (chosen.kind === 'key') {
    return (
      <input
        type="password"
        aria-label={texts.keyOf(provider.name)}
        placeholder={texts.keyOf(provider.name)}
        autoComplete="off"
        required
        value={chosen.key}
        onChange={(event) => onChoose({ ...chosen, key: event.target.value })}
        className={`${fieldClass} font-mono`}
      />
    )
  }
  if (models.length < 2) return null
  return (
    <select
      aria-label={texts.modelOf(provider.name)}
      value={chosen.model}
      onChange={(event) => onChoose({ ...chosen, model: event.target.value })}
      className={`${fieldClass} self-start`}
    >
      {models.map((model) => (
        <option key={model.id} value={model.id}>
          {model.name}
        </option>
      ))}
    </select>
  )
}

function isChosen({ provider, models }: Offered, chosen: ChosenModel): boolean {
  return chosen.kind === 'key'
    ? chosen.provider === provider.id
    : models.some((model) => model.id === chosen.model)
}
