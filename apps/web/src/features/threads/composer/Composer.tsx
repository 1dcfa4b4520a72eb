import { MESSAGE_LIMIT } from '@countersign/protocol'
import { PROMPT_INPUT } from '@countersign/protocol/client'
import { Suspense, useRef, useState } from 'react'
import type { AriaAttributes, ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { picturesOf, withAttachments } from './attachments.ts'
import { ComposerBar } from './ComposerBar.tsx'
import { heldMode } from '../../../platform/modes/modes.ts'
import { ModeRail } from '../../../platform/modes/ModeRail.tsx'
import type { ComposerPartProps, MessageAsk } from '../../../platform/composer-part.ts'
import type { ComposerActions, ComposerView } from './composer-view.ts'
import { texts } from './texts.ts'
import { useDropZone } from './use-drop-zone.tsx'
import { useAttachments } from './use-attachments.ts'
import type { Attachments } from './use-attachments.ts'
import { useSuggestions } from './use-suggestions.tsx'
import { late, lazy } from '../../../ui/lazy.ts'

const SuggestMenu = late(async () => ({ default: (await import('./SuggestMenu.tsx')).SuggestMenu }))
const AttachmentChips = lazy(async () => ({
  default: (await import('./AttachmentChips.tsx')).AttachmentChips,
}))

export interface ComposerProps {
  readonly id?: string
  readonly view: ComposerView
  readonly actions: ComposerActions
}

/** Where the person writes: rail, text, and below it mode, model, stop and send. It handles all its keys. */
export function Composer({ id = 'composer', view, actions }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const attachments = useAttachments()
  const part = useComposerPart(view, actions, field)
  const dropZone = useDropZone(field, attachments.add)
  const send = async (text: string): Promise<void> => {
    const whole = withAttachments(text.trim(), attachments.files)
    if (whole === '' || view.sending) return
    if (!(await actions.onSend(whole, picturesOf(attachments.files), part.ask))) return
    attachments.clear()
    part.onAsk(null)
  }
  const suggested = useSuggestions({
    text: view.text,
    caret,
    find: actions.onFind,
    prompts: view.prompts,
    onCommand: (command) => {
      if (command.argument === null) void send(`/${command.name}`)
      else actions.onText(`/${command.name} `)
    },
    // Its text is in the field before it is sent; a prompt with input waits for it.
    onPrompt: ({ name, text }) => actions.onText(text.includes(PROMPT_INPUT) ? `/${name} ` : text),
    onText: (text, next) => {
      // Inserted text leaves the caret at its end.
      flushSync(() => {
        actions.onText(text)
        setCaret(next)
      })
      field.current?.setSelectionRange(next, next)
    },
  })
  const [menu, setMenu] = useState<HTMLElement | null>(null)

  return (
    <form
      className="relative mx-auto flex w-full max-w-[46rem] shrink-0 flex-col gap-2 bg-panel px-4 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send(view.text)
      }}
    >
      <Suspense>
        {suggested && <SuggestMenu id={`${id}-suggested`} onList={setMenu} {...suggested} />}
      </Suspense>
      <ModeRail mode={heldMode(view.mode, view.forbidden)} />
      <textarea
        ref={field}
        id={id}
        aria-label={texts.label}
        aria-autocomplete="list"
        {...pointingTo(menu, suggested?.active)}
        placeholder={texts.placeholder}
        rows={2}
        maxLength={MESSAGE_LIMIT}
        value={view.text}
        onChange={({ target }) => {
          actions.onText(target.value)
          setCaret(target.selectionStart)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        // Never while an input method composes.
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || suggested?.take(event) === true) return
          onOwnKey(event, view, { send: () => void send(view.text), recall: actions.onText })
        }}
        onPaste={(event) => takePasted(event, attachments.add)}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none rounded-mark bg-transparent text-field"
      />
      {dropZone}
      <Chips attachments={attachments} />
      <Troubles view={view} attachments={attachments} />
      <ComposerBar
        part={part}
        id={id}
        view={view}
        actions={actions}
        sendable={isSendable(view, attachments)}
        onFiles={attachments.add}
      />
    </form>
  )
}

/** The menu loads late: until it is drawn, the field must not point to it. */
function pointingTo(menu: HTMLElement | null, active: number | undefined): AriaAttributes {
  if (menu === null || active === undefined) return {}
  return { 'aria-controls': menu.id, 'aria-activedescendant': `${menu.id}-${active}` }
}

function isSendable({ text, sending }: ComposerView, { files }: Attachments): boolean {
  return !sending && (text.trim() !== '' || files.length > 0)
}

/** Attachments that cannot be viewed, and errors. */
function Troubles({ view, attachments }: { view: ComposerView; attachments: Attachments }) {
  const blind = view.model.capabilities?.images === false && picturesOf(attachments.files).length > 0
  return (
    <>
      {view.modeNote !== undefined && view.modeNote !== null && (
        <p role="status" className="text-hint text-ink-2">
          {view.modeNote}
        </p>
      )}
      {blind && <p className="text-hint text-ink-2">{texts.blind(view.model.name)}</p>}
      {[view.trouble, attachments.trouble]
        .filter((words) => words !== null)
        .map((words) => (
          <p key={words} role="status" className="text-hint font-semibold text-stop">
            {words}
          </p>
        ))}
    </>
  )
}

/** Pasted files are attached. */
function takePasted(event: ClipboardEvent, add: (files: readonly File[]) => void): void {
  const { files } = event.clipboardData
  if (files.length === 0) return
  event.preventDefault()
  add([...files])
}

/** Sends, or recalls the last message into an empty field. */
function onOwnKey(
  event: KeyboardEvent,
  { text, last, sendWith }: ComposerView,
  act: { readonly send: () => void; readonly recall: (text: string) => void },
): void {
  if (event.key === 'Enter' && sends(event, sendWith)) {
    event.preventDefault()
    if (!event.repeat) act.send()
  } else if (event.key === 'ArrowUp' && text === '' && last !== null) {
    event.preventDefault()
    act.recall(last)
  }
}

/** Shift always inserts a line; which of the other combinations sends is the person's choice. */
function sends(event: KeyboardEvent, sendWith: ComposerView['sendWith']): boolean {
  if (event.shiftKey) return false
  return sendWith === 'enter' || event.ctrlKey || event.metaKey
}

/** The composer's interface for features. A message that asks for a picture costs money, so the next one is ordinary again. */
function useComposerPart(
  { text }: ComposerView,
  { onText }: ComposerActions,
  field: RefObject<HTMLTextAreaElement | null>,
): ComposerPartProps {
  const [ask, onAsk] = useState<MessageAsk | null>(null)
  const onWords = (words: string): void =>
    onText(withWords(text, field.current?.selectionStart ?? text.length, words))
  return { text, ask, onAsk, onWords }
}

/** Inserts words at the caret, separated from the text around them. */
function withWords(text: string, at: number, words: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const gap = before === '' || /\s$/.test(before) ? '' : ' '
  return `${before}${gap}${words}${after === '' || /^\s/.test(after) ? '' : ' '}${after}`
}

function Chips({ attachments }: { attachments: Attachments }) {
  if (attachments.files.length + attachments.refused.length === 0) return null
  return (
    <Suspense>
      <AttachmentChips attachments={attachments} />
    </Suspense>
  )
}
