import type { CallView } from '@countersign/protocol'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ProgramOutput } from '../ui/ProgramOutput.tsx'
import { texts } from './texts.ts'

export interface InterruptedProps {
  readonly call: CallView
  /** What it had written, as far as it was heard here; null: nothing. */
  readonly output: string | null
  readonly onSettle: (call: CallView, how: 'done' | 'not_done' | 'again') => void
}

/** A call that the server's end cut off: it may have had effects, and only a person can find out. */
export function Interrupted({ call, output, onSettle }: InterruptedProps) {
  const [open, setOpen] = useState(false)
  const object = call.specifier === '' ? call.title : call.specifier
  return (
    <div className="flex flex-wrap items-center gap-2 py-1">
      <p className="w-full text-label text-ink-2">{texts.interrupted}</p>
      {output !== null && (
        <div className="w-full">
          <span className="-ms-3">
            <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? texts.hideOutput : texts.showOutput}
            </Button>
          </span>
          {open && (
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
              tabIndex={0}
              role="group"
              aria-label={texts.outputSoFar}
              className="max-h-80 overflow-auto rounded-control border border-line bg-ground px-3 py-2 font-mono text-code whitespace-pre-wrap"
            >
              <ProgramOutput text={output} />
            </pre>
          )}
        </div>
      )}
      {(['done', 'not_done', 'again'] as const).map((how) => (
        <Button key={how} aria-label={`${texts.settle[how]}: ${object}`} onClick={() => onSettle(call, how)}>
          {texts.settle[how]}
        </Button>
      ))}
    </div>
  )
}
