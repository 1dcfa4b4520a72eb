import type { CallView } from '@countersign/protocol'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Visible } from '../ui/Visible.tsx'
import { texts } from './texts.ts'
import type { TrackActions, UndoResult } from './track-actions.ts'

/** Files that a call changed can be put back. What was changed since is never overwritten. */
export function UndoCall({ call, onUndo }: { call: CallView; onUndo: TrackActions['undo'] }) {
  const [result, setResult] = useState<UndoResult | null>(null)
  const [busy, setBusy] = useState(false)
  if (call.undo === 'done') return <p className="text-hint text-ink-2">{texts.putBack}</p>
  const object = call.specifier === '' ? call.title : call.specifier
  const undo = async (skipConflicts: boolean): Promise<void> => {
    setBusy(true)
    setResult(await onUndo(call, skipConflicts))
    setBusy(false)
  }
  const conflicts = result?.ok === true ? (result.undo?.conflicts ?? []) : []
  return (
    <div className="-ms-3 flex flex-wrap items-center gap-2">
      <Button
        kind="quiet"
        disabled={busy}
        aria-label={`${texts.undo}: ${object}`}
        onClick={() => void undo(false)}
      >
        <Undo2 size={14} aria-hidden="true" />
        {texts.undo}
      </Button>
      {result?.ok === false && (
        <p role="status" className="text-hint font-semibold text-stop">
          <Visible text={texts.notUndone(result.message)} />
        </p>
      )}
      {conflicts.length > 0 && (
        <div role="status" className="w-full ps-3 text-hint">
          <p className="font-semibold text-stop">{texts.undoConflicts}</p>
          <ul className="text-ink-2">
            {conflicts.map(({ path, why }) => (
              <li key={path}>
                <code className="font-mono">
                  <Visible text={path} />
                </code>{' '}
                <Visible text={why} />
              </li>
            ))}
          </ul>
          {(result?.ok === true ? (result.undo?.restored ?? []) : []).length > 0 && (
            <Button disabled={busy} onClick={() => void undo(true)}>
              {texts.undoRest}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
