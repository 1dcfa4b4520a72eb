import { Visible } from '../../ui/Visible.tsx'
import { modelTexts as texts } from './texts.ts'

export interface Checked {
  readonly ok: boolean
  readonly message?: string | undefined
  /** Those that it opens, where it is one that has models. */
  readonly models?: readonly unknown[] | undefined
}

/** What a service said when it was asked whether its key is good. Nothing before it was asked. */
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
