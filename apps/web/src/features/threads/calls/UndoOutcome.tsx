import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import type { UndoResult } from './call-actions.ts'
import { texts } from './texts.ts'

export interface UndoOutcomeProps {
  /** Null: not tried yet. */
  readonly result: UndoResult | null
  readonly busy: boolean
  /** Restores the files without conflicts. */
  readonly onRest: () => void
}

/** Why an undo failed, or failed for some files. A successful one is visible on its calls. */
export function UndoOutcome({ result, busy, onRest }: UndoOutcomeProps) {
  if (result === null) return null
  if (!result.ok)
    return (
      <p role="status" className="text-hint font-semibold text-stop">
        <Visible text={texts.notUndone(result.message)} />
      </p>
    )
  const { conflicts = [], restored = [] } = result.undo ?? {}
  if (conflicts.length === 0) return null
  return (
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
      {restored.length > 0 && (
        <Button disabled={busy} onClick={onRest}>
          {texts.undoRest}
        </Button>
      )}
    </div>
  )
}
