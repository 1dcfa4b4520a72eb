import { Suspense, useState } from 'react'
import { PickerButton } from './PickerButton.tsx'
import type { ModelPickerProps } from './PickerButton.tsx'
import { lazy } from '../../../ui/lazy.ts'

const load = async () => import('./OpenedModelPicker.tsx')
const OpenedModelPicker = lazy(async () => ({ default: (await load()).OpenedModelPicker }))

/** The model that answers from the next turn on. The list with its search is loaded when needed. */
export function ModelPicker(props: ModelPickerProps) {
  const [wanted, setWanted] = useState(false)
  const closed = (
    <PickerButton
      model={props.model}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <OpenedModelPicker {...props} />
    </Suspense>
  )
}
