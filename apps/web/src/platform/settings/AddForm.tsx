import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { valueOf } from '../../data/http.ts'
import type { HttpResult } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Section.tsx'
import { Trouble } from './Trouble.tsx'

export interface AddFormProps<Fields> {
  readonly words: { readonly add: string; readonly keep: string; readonly cancel: string }
  /** Whether the form draws its own box; false if it is inside one. */
  readonly boxed: boolean
  readonly empty: Fields
  readonly isValid: (fields: Fields) => boolean
  readonly save: (fields: Fields) => Promise<HttpResult<unknown>>
  readonly onKept: () => void
  readonly children: (fields: Fields, change: (changed: Partial<Fields>) => void) => ReactNode
}

/** A button that opens a form to add an item to a list. Once the server has saved it, the form closes and is cleared. */
export function AddForm<Fields>(props: AddFormProps<Fields>) {
  const { words, boxed, empty, isValid, save, onKept, children } = props
  const [open, setOpen] = useState(false)
  const [fields, setFields] = useState(empty)
  const keep = useMutation({
    mutationFn: () => valueOf(save(fields)),
    onSuccess: () => {
      setFields(empty)
      setOpen(false)
      onKept()
    },
  })
  if (!open) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>
          <Plus size={14} aria-hidden="true" />
          {words.add}
        </Button>
      </div>
    )
  }
  const valid = isValid(fields)
  const form = (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid) keep.mutate()
      }}
    >
      {children(fields, (changed) => setFields({ ...fields, ...changed }))}
      <Trouble reason={keep.error?.message ?? null} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" disabled={!valid || keep.isPending}>
          {words.keep}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
  return boxed ? <Panel>{form}</Panel> : form
}

/** The style of a label that wraps its field. */
export const labelClass = 'flex flex-col gap-1 text-label font-semibold'
