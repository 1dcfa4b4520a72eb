import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { texts } from './texts.ts'

export interface FindBarProps {
  readonly text: string
  /** The current match of all, counted from 1; 0 of 0 without a match. */
  readonly at: number
  readonly of: number
  readonly onText: (text: string) => void
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** Searches the whole thread: the browser's own search cannot see rows that are not drawn. */
export function FindBar({ text, at, of, onText, onStep, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <search data-find-bar="" className="mx-auto flex w-full max-w-[46rem] items-center gap-2 px-4 py-1.5">
      <input
        ref={field}
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
          else return
          event.preventDefault()
        }}
        className={`${fieldClass} flex-1`}
      />
      <span role="status" className="text-hint text-ink-3">
        {text.trim() === '' ? '' : of === 0 ? texts.notFound(text) : texts.found(at, of)}
      </span>
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.findPrevious}
        disabled={of === 0}
        onClick={() => onStep(-1)}
      >
        <ChevronUp size={16} aria-hidden="true" />
      </Button>
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.findNext}
        disabled={of === 0}
        onClick={() => onStep(1)}
      >
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <Button kind="quiet" size="icon" aria-label={texts.findClose} onClick={onClose}>
        <X size={16} aria-hidden="true" />
      </Button>
    </search>
  )
}
