import type { CallView } from '@countersign/protocol'
import { Button } from '../ui/Button.tsx'
import { texts } from './texts.ts'

export interface InterruptedProps {
  readonly call: CallView
  readonly onSettle: (call: CallView, how: 'done' | 'not_done' | 'again') => void
}

/** A call that the server's end cut off: it may have had effects, and only a person can find out. */
export function Interrupted({ call, onSettle }: InterruptedProps) {
  const object = call.specifier === '' ? call.title : call.specifier
  return (
    <div className="flex flex-wrap items-center gap-2 py-1">
      <p className="w-full text-label text-ink-2">{texts.interrupted}</p>
      {(['done', 'not_done', 'again'] as const).map((how) => (
        <Button key={how} aria-label={`${texts.settle[how]}: ${object}`} onClick={() => onSettle(call, how)}>
          {texts.settle[how]}
        </Button>
      ))}
    </div>
  )
}
