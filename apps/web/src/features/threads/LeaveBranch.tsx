import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { texts } from './message-texts.ts'

/** Shown before leaving a branch in which the agent works: its turn is never stopped by accident. */
export function LeaveBranch({ onStop, onClose }: { onStop: () => void; onClose: () => void }) {
  return (
    <Sheet title={texts.stopTitle} onClose={onClose}>
      <p className="text-label text-ink-2">{texts.stopHint}</p>
      <div className="flex gap-2">
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
        <span className="ms-auto">
          <Button kind="refuse" onClick={onStop}>
            {texts.stopAndGo}
          </Button>
        </span>
      </div>
    </Sheet>
  )
}
