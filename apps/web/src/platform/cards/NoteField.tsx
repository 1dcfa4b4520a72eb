import { FEEDBACK_LIMIT } from '@countersign/protocol'
import { useEffect, useId, useRef } from 'react'
import { scrollToSee } from '../../ui/scroll-to-see.ts'
import { texts } from './texts.ts'
import type { CardControl } from './use-card.ts'

/** One field whose text is sent with the next answer. Enter inserts a line break and never answers. */
export function NoteField({ card }: { card: CardControl }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div ref={scrollToSee} data-note-field="" className="flex scroll-my-16 flex-col gap-1">
      <label htmlFor={id} className="text-hint font-semibold text-ink-2">
        {texts.noteLabel}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        maxLength={FEEDBACK_LIMIT}
        value={card.note ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={(event) => card.setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            if ((card.note ?? '').trim() === '') card.setNote(null)
            card.focus()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat)
            card.press('deny', 'key')
        }}
        className="rounded-control border border-line-strong bg-ground px-2 py-1.5 text-field"
      />
      <p id={`${id}-hint`} className="text-hint text-ink-3">
        {texts.noteHint}
      </p>
    </div>
  )
}
