import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { setEndpoint } from '../data/api-models.ts'
import { valueOf } from '../data/http.ts'
import { Button } from '../ui/Button.tsx'
import { fieldClass } from '../ui/Section.tsx'
import { modelTexts as texts } from './model-texts.ts'
import { Trouble } from './Trouble.tsx'

const EMPTY = { id: '', name: '', address: '', key: '' }

/** Adds a server that speaks the OpenAI chat format. */
export function EndpointForm({ onKept }: { onKept: () => void }) {
  const [open, setOpen] = useState(false)
  const [fields, setFields] = useState(EMPTY)
  const id = fields.id.trim()
  const keep = useMutation({
    mutationFn: () =>
      valueOf(
        setEndpoint(id, {
          name: fields.name.trim() === '' ? id : fields.name.trim(),
          base_url: fields.address.trim(),
          ...(fields.key.trim() === '' ? {} : { key: fields.key.trim() }),
        }),
      ),
    onSuccess: () => {
      setFields(EMPTY)
      setOpen(false)
      onKept()
    },
  })
  if (!open) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>
          <Plus size={14} aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
    )
  }
  const valid = /^[a-z][a-z0-9-]{0,39}$/.test(id) && /^https?:\/\/\S+$/.test(fields.address.trim())
  return (
    <form
      className="grid gap-2 wide:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid) keep.mutate()
      }}
    >
      {(['id', 'name', 'address', 'key'] as const).map((name) => (
        <label key={name} className="flex flex-col gap-1 text-label font-semibold">
          {LABELS[name]}
          <input
            type={name === 'key' ? 'password' : 'text'}
            autoComplete="off"
            spellCheck={false}
            value={fields[name]}
            placeholder={PLACEHOLDERS[name]}
            onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
            className={`${fieldClass} font-normal`}
          />
        </label>
      ))}
      <div className="flex gap-2 wide:col-span-2">
        <Button type="submit" kind="primary" disabled={!valid || keep.isPending}>
          {texts.keepEndpoint}
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          {texts.cancel}
        </Button>
      </div>
      <div className="wide:col-span-2">
        <Trouble reason={keep.error?.message ?? null} />
      </div>
    </form>
  )
}

const LABELS = { id: texts.id, name: texts.name, address: texts.address, key: texts.keyOptional } as const
const PLACEHOLDERS = {
  id: 'my-server',
  name: 'My server',
  address: 'https://models.example/v1',
  key: '',
} as const
