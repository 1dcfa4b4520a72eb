import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { texts } from './texts.ts'

export function DeleteThread(props: { title: string; onDelete: () => void; onClose: () => void }) {
  return (
    <Sheet title={texts.deleteTitle(props.title)} onClose={props.onClose}>
      <p className="text-label text-ink-2">{texts.deleteHint}</p>
      <div className="flex gap-2">
        <Button kind="quiet" onClick={props.onClose}>
          {texts.cancel}
        </Button>
        <span className="ms-auto">
          <Button kind="refuse" onClick={props.onDelete}>
            {texts.deleteThread}
          </Button>
        </span>
      </div>
    </Sheet>
  )
}
