import { MESSAGE_LIMIT } from '@countersign/protocol'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { texts } from './message-texts.ts'

export interface MessageEditorProps {
  readonly text: string
  readonly label: string
  /** The label of the button. */
  readonly submit: string
  readonly hint?: string
  readonly onSubmit: (text: string) => void
  readonly onCancel: () => void
}

/** A message that is edited in place. Ctrl+Enter sends it, Escape cancels. */
export function MessageEditor({ text, label, submit, hint, onSubmit, onCancel }: MessageEditorProps) {
  const [draft, setDraft] = useState(text)
  const send = (): void => {
    if (draft.trim() !== '') onSubmit(draft.trim())
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person pressed Edit to type here
        autoFocus
        aria-label={label}
        value={draft}
        maxLength={MESSAGE_LIMIT}
        rows={2}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
            event.preventDefault()
            send()
          }
        }}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none rounded-control border border-line-strong bg-ground px-2 py-1 text-field font-normal"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary" disabled={draft.trim() === ''}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
        {hint !== undefined && <span className="text-hint font-normal text-ink-3">{hint}</span>}
      </div>
    </form>
  )
}
