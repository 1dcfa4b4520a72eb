import type { AttachmentView, ThreadId } from '@countersign/protocol'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { saveMedia } from './api.ts'
import { texts } from './texts.ts'

interface SaveSheetProps {
  readonly attachments: readonly AttachmentView[]
  readonly thread: ThreadId
  /** A confirmation; null: nothing was saved. */
  readonly onClose: (said: string | null) => void
}

/** Asks for a name and writes the result into the thread's folder, by hand and with undo. */
export function SaveSheet({ attachments, thread, onClose }: SaveSheetProps) {
  const [paths, setPaths] = useState(() => attachments.map(({ name }) => name))
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    setBusy(true)
    for (const [index, { id }] of attachments.entries()) {
      const done = await saveMedia(id, thread, paths[index] ?? '')
      const why = done.ok ? (done.value.state === 'succeeded' ? null : done.value.text) : done.message
      if (why === null) continue
      setBusy(false)
      setTrouble(texts.notDone(why))
      return
    }
    onClose(texts.saved(paths.join(', ')))
  }
  return (
    <Sheet title={texts.saveTitle} onClose={() => onClose(null)}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {attachments.map(({ id }, index) => (
          <label key={`${index} ${id}`} className="flex flex-col gap-1 text-label font-semibold">
            {texts.savePath}
            <input
              required
              autoComplete="off"
              maxLength={1000}
              value={paths[index] ?? ''}
              onChange={(event) => setPaths(paths.with(index, event.target.value))}
              className={fieldClass}
            />
          </label>
        ))}
        {trouble !== null && (
          <p role="alert" className="text-label font-semibold text-stop">
            {trouble}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onClose(null)}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" disabled={busy}>
            {texts.saveNow}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
