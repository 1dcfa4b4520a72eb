import type { CallView } from '@countersign/protocol'
import { Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { texts } from './texts.ts'
import type { CallActions, UndoResult } from './call-actions.ts'
import { lazy } from '../../../ui/lazy.ts'

const UndoOutcome = lazy(async () => ({ default: (await import('./UndoOutcome.tsx')).UndoOutcome }))

interface UndoCallProps {
  readonly call: CallView
  readonly undo: 'possible' | 'done'
  readonly onUndo: CallActions['undo']
}

/** Files that a call changed can be restored. Later changes are never overwritten. */
export function UndoCall({ call, undo: can, onUndo }: UndoCallProps) {
  const [result, setResult] = useState<UndoResult | null>(null)
  const [busy, setBusy] = useState(false)
  if (can === 'done') return <p className="text-hint text-ink-2">{texts.putBack}</p>
  const object = call.specifier === '' ? call.title : call.specifier
  const undo = async (skipConflicts: boolean): Promise<void> => {
    setBusy(true)
    setResult(await onUndo(call, skipConflicts))
    setBusy(false)
  }
  return (
    <>
      <span className="-my-1 ms-auto flex">
        <Button
          kind="quiet"
          size="small"
          disabled={busy}
          aria-label={`${texts.undo}: ${object}`}
          onClick={() => void undo(false)}
        >
          <Undo2 size={14} aria-hidden="true" />
          {texts.undo}
        </Button>
      </span>
      {result !== null && (
        <div className="flex basis-full flex-wrap items-center gap-2">
          <Suspense>
            <UndoOutcome result={result} busy={busy} onRest={() => void undo(true)} />
          </Suspense>
        </div>
      )}
    </>
  )
}
