import { MESSAGE_LIMIT } from '@countersign/protocol'
import { SendHorizontal, Square } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Model } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { ModeMenu } from './ModeMenu.tsx'
import { Rail } from './Rail.tsx'
import { texts } from './texts.ts'

export interface ComposerView {
  readonly text: string
  readonly mode: string
  readonly model: Model
  readonly busy: boolean
  readonly sending: boolean
  readonly trouble: string | null
}

export interface ComposerActions {
  readonly onText: (text: string) => void
  readonly onSend: () => void
  readonly onStop: () => void
  readonly onMode: (mode: string) => void
}

export interface ComposerProps {
  readonly id?: string
  readonly view: ComposerView
  readonly actions: ComposerActions
}

/** Where the person speaks: rail, text, and below it mode, model, stop and send. It owns all its keys. */
export function Composer({ id = 'composer', view, actions }: ComposerProps) {
  const empty = view.text.trim() === ''
  return (
    <form
      className="mx-auto flex w-full max-w-[46rem] shrink-0 flex-col gap-1 bg-panel px-4 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!empty && !view.sending) actions.onSend()
      }}
    >
      <Rail mode={view.mode} />
      <textarea
        id={id}
        aria-label={texts.label}
        placeholder={texts.placeholder}
        rows={2}
        maxLength={MESSAGE_LIMIT}
        value={view.text}
        onChange={(event) => actions.onText(event.target.value)}
        onKeyDown={sendOnEnter}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none rounded-mark bg-transparent py-1 text-field"
      />
      {view.trouble !== null && (
        <p role="status" className="text-hint font-semibold text-stop">
          {view.trouble}
        </p>
      )}
      <div className="flex items-center gap-2">
        <ModeMenu mode={view.mode} onChoose={actions.onMode} triggerId={`${id}-mode`} />
        <span
          className="min-w-0 truncate text-label text-ink-3"
          title={view.model.demo ? texts.demoHint : undefined}
        >
          {view.model.demo ? texts.demo : view.model.name}
        </span>
        <span className="ms-auto flex items-center gap-2">
          {view.busy && (
            <Button onClick={actions.onStop}>
              <Square size={14} aria-hidden="true" />
              {texts.stop}
            </Button>
          )}
          <Button
            type="submit"
            kind="primary"
            size="icon"
            disabled={empty || view.sending}
            aria-label={view.busy ? texts.sendAfter : texts.send}
            title={view.busy ? texts.sendAfter : texts.send}
          >
            <SendHorizontal size={16} aria-hidden="true" />
          </Button>
        </span>
      </div>
    </form>
  )
}

/** Enter sends, Shift+Enter makes a line; never while an input method composes. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (!event.repeat) event.currentTarget.form?.requestSubmit()
}
