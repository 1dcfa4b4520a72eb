import { MESSAGE_LIMIT } from '@countersign/protocol'
import type { ImageView } from '@countersign/protocol'
import { Paperclip, SendHorizontal, Square } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ForbiddenMode, Model } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { AttachmentChips } from './AttachmentChips.tsx'
import { picturesOf, withAttachments } from './attachments.ts'
import { ModelMenu } from './ModelMenu.tsx'
import { ModeMenu } from './ModeMenu.tsx'
import { heldMode } from './modes.ts'
import { Rail } from './Rail.tsx'
import { SuggestMenu } from './SuggestMenu.tsx'
import { texts } from './texts.ts'
import { useAttachments } from './use-attachments.ts'
import type { FindFiles } from './use-mentions.ts'
import { useSuggestions } from './use-suggestions.tsx'

export interface ComposerView {
  readonly text: string
  readonly mode: string
  /** Modes that nobody may choose here. */
  readonly forbidden: readonly ForbiddenMode[]
  readonly model: Model
  /** All that can be chosen, the one above among them or not. */
  readonly models: readonly Model[]
  /** Why commands run without the operating system's sandbox; null: they run in it. */
  readonly noSandbox: string | null
  /** What was said last, for the arrow in an empty field. */
  readonly last: string | null
  readonly sendWith: 'enter' | 'ctrl_enter'
  readonly busy: boolean
  readonly sending: boolean
  readonly trouble: string | null
}

export interface ComposerActions {
  readonly onText: (text: string) => void
  /** Says whether it was taken: what goes along is kept until then. */
  readonly onSend: (text: string, images: readonly ImageView[]) => Promise<boolean>
  readonly onStop: () => void
  readonly onMode: (mode: string) => void
  readonly onModel: (model: string) => void
  /** Looks for names of files. It must be the same function as long as the folder is the same. */
  readonly onFind?: FindFiles
}

export interface ComposerProps {
  readonly id?: string
  readonly view: ComposerView
  readonly actions: ComposerActions
}

/** Where the person speaks: rail, text, and below it mode, model, stop and send. It owns all its keys. */
export function Composer({ id = 'composer', view, actions }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const attachments = useAttachments()
  const chooser = useRef<HTMLInputElement>(null)
  const empty = view.text.trim() === '' && attachments.files.length === 0
  const send = async (text: string): Promise<void> => {
    const whole = withAttachments(text.trim(), attachments.files)
    if (whole === '' || view.sending) return
    if (await actions.onSend(whole, picturesOf(attachments.files))) attachments.clear()
  }
  const suggested = useSuggestions({
    text: view.text,
    caret,
    find: actions.onFind,
    onCommand: (command) => {
      if (command.argument === null) void send(`/${command.name}`)
      else actions.onText(`/${command.name} `)
    },
    onText: (text, next) => {
      // A text that was written for the person leaves the caret at its end, not behind what was written.
      flushSync(() => {
        actions.onText(text)
        setCaret(next)
      })
      field.current?.setSelectionRange(next, next)
    },
  })
  const mode = heldMode(view.mode, view.forbidden)
  const offers = suggested !== null && suggested.suggestions.length > 0

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Never while an input method composes.
    if (event.nativeEvent.isComposing) return
    if (suggested?.take(event) === true) return
    if (event.key === 'Enter' && sends(event, view.sendWith)) {
      event.preventDefault()
      if (!event.repeat) void send(view.text)
    } else if (event.key === 'ArrowUp' && view.text === '' && view.last !== null) {
      event.preventDefault()
      actions.onText(view.last)
    }
  }

  return (
    <form
      className="relative mx-auto flex w-full max-w-[46rem] shrink-0 flex-col gap-2 bg-panel px-4 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send(view.text)
      }}
    >
      {suggested !== null && <SuggestMenu id={`${id}-suggested`} {...suggested} />}
      <Rail mode={mode} />
      <textarea
        ref={field}
        id={id}
        aria-label={texts.label}
        aria-autocomplete="list"
        aria-controls={offers ? `${id}-suggested` : undefined}
        aria-activedescendant={offers ? `${id}-suggested-${suggested.active}` : undefined}
        placeholder={texts.placeholder}
        rows={2}
        maxLength={MESSAGE_LIMIT}
        value={view.text}
        onChange={(event) => {
          actions.onText(event.target.value)
          setCaret(event.target.selectionStart)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={pressed}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          attachments.add([...event.dataTransfer.files])
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return
          event.preventDefault()
          attachments.add([...event.clipboardData.files])
        }}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none rounded-mark bg-transparent text-field"
      />
      <AttachmentChips attachments={attachments} />
      {view.model.capabilities?.images === false && picturesOf(attachments.files).length > 0 && (
        <p className="text-hint text-ink-2">{texts.blind(view.model.name)}</p>
      )}
      {[view.trouble, attachments.trouble]
        .filter((words) => words !== null)
        .map((words) => (
          <p key={words} role="status" className="text-hint font-semibold text-stop">
            {words}
          </p>
        ))}
      <div className="flex flex-wrap items-center gap-2">
        <ModeMenu
          mode={mode}
          forbidden={view.forbidden}
          noSandbox={view.noSandbox}
          onChoose={actions.onMode}
          triggerId={`${id}-mode`}
        />
        {/* It gives way before anything goes to the next line. */}
        <span className="flex max-w-fit min-w-0 flex-[1_1_5rem]">
          <ModelMenu model={view.model} models={view.models} onChoose={actions.onModel} />
        </span>
        <Button
          kind="quiet"
          size="icon"
          aria-label={texts.attach}
          title={texts.attach}
          onClick={() => chooser.current?.click()}
        >
          <Paperclip size={16} aria-hidden="true" />
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={texts.attach}
          onChange={(event) => {
            attachments.add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <span className="ms-auto flex items-center gap-2">
          {view.busy && (
            <Button onClick={actions.onStop} title={texts.stopKeys} data-stop-turn="">
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

/** Shift always makes a line; which of the others sends is the person's choice. */
function sends(event: KeyboardEvent, sendWith: ComposerView['sendWith']): boolean {
  if (event.shiftKey) return false
  return sendWith === 'enter' || event.ctrlKey || event.metaKey
}
