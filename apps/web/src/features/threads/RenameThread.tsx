import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { texts } from './texts.ts'

export function RenameThread(props: {
  title: string
  onRename: (title: string) => void
  onClose: () => void
}) {
  const [title, setTitle] = useState(props.title)
  return (
    <Sheet title={texts.rename} onClose={props.onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() !== '') props.onRename(title.trim())
        }}
      >
        <label className="flex flex-col gap-1 text-label">
          {texts.name}
          <input
            value={title}
            maxLength={200}
            onChange={(event) => setTitle(event.target.value)}
            className="min-h-control rounded-control border border-line-strong bg-ground px-2 text-field"
          />
        </label>
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={title.trim() === ''}>
            {texts.rename}
          </Button>
          <Button kind="quiet" onClick={props.onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
