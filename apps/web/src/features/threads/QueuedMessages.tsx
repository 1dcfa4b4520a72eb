import type { MessageView, TurnId } from '@countersign/protocol'
import { useState } from 'react'
import { useApp } from '../../data/context.ts'
import type { Reply } from '../../data/requests.ts'
import type { ThreadData } from '../../data/view.ts'
import { fetchMessage } from '../../data/whole.ts'
import { Button } from '../../ui/Button.tsx'
import { languageOf } from '../../ui/language-of.ts'
import { MessageEditor } from './MessageEditor.tsx'
import { texts } from './message-texts.ts'

/** Queued messages, next first: always visible above the composer, whatever streams above them. */
export function QueuedMessages({ data }: { data: ThreadData }) {
  const queued = data.messages.flatMap((message) => {
    const turn = message.turn_id === null ? undefined : data.turns.get(message.turn_id)
    return message.role === 'user' && turn?.state === 'queued' ? [{ message, turn: turn.id }] : []
  })
  if (queued.length === 0) return null
  return (
    <ul
      aria-label={texts.queue}
      className="mx-auto flex max-h-[30dvh] w-full max-w-[46rem] shrink-0 flex-col gap-2 overflow-y-auto px-4 py-2"
    >
      {queued.map(({ message, turn }) => (
        <Queued key={turn} message={message} turn={turn} />
      ))}
    </ul>
  )
}

function Queued({ message, turn }: { message: MessageView; turn: TurnId }) {
  const { client } = useApp()
  const [draft, setDraft] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { thread_id: thread, text, images = [] } = message
  const run = async (request: Promise<Reply>): Promise<void> => {
    const reply = await request
    setTrouble(reply.ok ? null : texts.refused(reply.error.message))
    if (reply.ok) setDraft(null)
  }
  const edit = async (): Promise<void> => {
    if (message.bytes === undefined) return setDraft(text)
    const whole = await fetchMessage(message.id)
    if (whole.ok) setDraft(whole.value.text)
    else setTrouble(texts.refused(whole.message))
  }
  return (
    <li data-queued="" className="flex flex-col gap-1 border-s-[3px] border-line-strong ps-3">
      {draft === null ? (
        <>
          <p className="line-clamp-3 text-label whitespace-pre-wrap" lang={languageOf(text)}>
            {text}
          </p>
          <div className="flex flex-wrap items-center gap-1 text-hint text-ink-3">
            <span className="me-1">
              {[texts.queued, ...(images.length === 0 ? [] : [texts.pictures(images.length)])].join(' · ')}
            </span>
            <Button kind="quiet" size="small" aria-label={texts.editOf(text)} onClick={() => void edit()}>
              {texts.edit}
            </Button>
            <Button
              kind="quiet"
              size="small"
              aria-label={texts.takeBackOf(text)}
              onClick={() => void run(client.takeBackMessage(thread, turn))}
            >
              {texts.takeBack}
            </Button>
            <Button
              kind="quiet"
              size="small"
              aria-label={texts.sendNowOf(text)}
              title={texts.sendNowHint}
              onClick={() => void run(client.sendNow(thread, turn))}
            >
              {texts.sendNow}
            </Button>
          </div>
        </>
      ) : (
        <MessageEditor
          text={draft}
          label={texts.editLabel}
          submit={texts.save}
          onSubmit={(next) => void run(client.editQueued(thread, turn, next))}
          onCancel={() => setDraft(null)}
        />
      )}
      {trouble !== null && (
        <p role="status" className="text-hint font-semibold text-stop">
          {trouble}
        </p>
      )}
    </li>
  )
}
