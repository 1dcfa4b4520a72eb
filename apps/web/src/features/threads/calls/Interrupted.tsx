import type { CallId, CallResultView, InterruptedCall } from '@countersign/protocol'
import { useState } from 'react'
import type { HttpResult } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgramOutput } from '../../../ui/ProgramOutput.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { texts } from './texts.ts'

export interface InterruptedProps {
  readonly call: InterruptedCall
  /** Requests its output from the server. */
  readonly load: (call: CallId) => Promise<HttpResult<CallResultView>>
  readonly onSettle: (call: InterruptedCall, how: 'done' | 'not_done' | 'again') => void
}

/** A call that was cut off when the server ended: it may have had effects, and only a person can find out. */
export function Interrupted({ call, load, onSettle }: InterruptedProps) {
  const object = call.specifier === '' ? call.title : call.specifier
  return (
    <div className="flex flex-wrap items-center gap-2 py-1">
      <p className="w-full text-label text-ink-2">{texts.interrupted}</p>
      {call.output_chars !== undefined && <OutputSoFar load={() => load(call.id)} />}
      {(['done', 'not_done', 'again'] as const).map((how) => (
        <Button key={how} aria-label={`${texts.settle[how]}: ${object}`} onClick={() => onSettle(call, how)}>
          {texts.settle[how]}
        </Button>
      ))}
    </div>
  )
}

function OutputSoFar({ load }: { load: () => Promise<HttpResult<CallResultView>> }) {
  const [open, setOpen] = useState(false)
  const [answer, setAnswer] = useState<HttpResult<CallResultView> | null>(null)
  const toggle = async (): Promise<void> => {
    setOpen(!open)
    // A stored answer does not change; a failed request is retried.
    if (!open && answer?.ok !== true) setAnswer(await load())
  }
  return (
    <div className="w-full">
      <span className="-ms-3">
        <Button kind="quiet" aria-expanded={open} onClick={() => void toggle()}>
          {open ? texts.hideOutput : texts.showOutput}
        </Button>
      </span>
      {open && answer?.ok === true && (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
          tabIndex={0}
          role="group"
          aria-label={texts.outputSoFar}
          className="max-h-80 overflow-auto rounded-control border border-line bg-ground px-3 py-2 font-mono text-code whitespace-pre-wrap"
        >
          <ProgramOutput text={answer.value.text} />
        </pre>
      )}
      {open && answer?.ok === false && (
        <p role="status" className="text-hint font-semibold text-stop">
          <Visible text={texts.notLoaded(answer.message)} />
        </p>
      )}
    </div>
  )
}
