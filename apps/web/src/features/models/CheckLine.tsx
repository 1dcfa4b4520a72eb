import { Visible } from '../../ui/Visible.tsx'
import { modelTexts as texts } from './texts.ts'

export interface Checked {
  readonly ok: boolean
  readonly message?: string | undefined
  /** The models that it opens, if it is a model provider. */
  readonly models?: readonly unknown[] | undefined
}

/** The service's answer about its key. Empty before a check. */
export function CheckLine({ checked }: { readonly checked: Checked | undefined }) {
  if (checked === undefined) return null
  return (
    <p role="status" className={checked.ok ? 'text-label text-clear' : 'text-label text-stop'}>
      {checked.ok ? (
        texts.works(checked.models?.length ?? 0)
      ) : (
        <Visible text={texts.fails(checked.message ?? '')} />
      )}
    </p>
  )
}
