import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'

/** The entry to be named, and its initial path. */
export interface Naming {
  readonly what: 'file' | 'folder' | 'rename'
  readonly path: string
}

export function NameForm({
  naming,
  onName,
  onCancel,
}: {
  naming: Naming
  onName: (path: string) => void
  onCancel: () => void
}) {
  const [path, setPath] = useState(naming.path)
  return (
    <form
      className="flex flex-col gap-1 border-b border-line p-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim() !== '' && path !== naming.path) onName(path.trim())
      }}
    >
      <label className="flex flex-col gap-1 text-hint text-ink-2">
        {texts.nameOf[naming.what]}
        <input
          type="text"
          value={path}
          ref={focused}
          spellCheck={false}
          className="min-h-control rounded-control border border-line-strong bg-raised px-2 font-mono text-code text-ink"
          onChange={(event) => setPath(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel()
          }}
        />
      </label>
      <span className="flex gap-2">
        <Button kind="primary" type="submit">
          {naming.what === 'rename' ? texts.rename : texts.create}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </span>
    </form>
  )
}

/** A press opened it, so the next typed text is the name. */
function focused(field: HTMLInputElement | null): void {
  field?.focus()
}
