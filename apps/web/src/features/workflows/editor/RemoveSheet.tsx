import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { removeNode } from '../model/changes.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'

/** Asks before the keyboard removes a node. */
export function RemoveSheet(props: {
  readonly address: string
  readonly onRemoved: () => void
  readonly onClose: () => void
}) {
  const { address, onRemoved, onClose } = props
  const { session } = useEditor()
  return (
    <Sheet title={texts.removeAsk(address)} onClose={onClose}>
      <div className="flex gap-2">
        <Button
          kind="refuse"
          onClick={() => {
            session.act(texts.removeNode(address), removeNode(session.graph, address))
            onRemoved()
            onClose()
          }}
        >
          {texts.remove}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </Sheet>
  )
}
