import type { ImageView, WireError } from '@countersign/protocol'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { findFiles } from '../data/api-files.ts'
import { useApp } from '../data/context.ts'
import { modelOf } from '../data/models.ts'
import { usePreferences } from '../data/preferences.ts'
import type { ThreadData } from '../data/view.ts'
import { liveTurn } from '../threads/rows.ts'
import { CommandOutputView } from './CommandOutputView.tsx'
import { Composer } from './Composer.tsx'
import { texts } from './texts.ts'
import { useDraft } from './use-draft.ts'
import { useSlash } from './use-slash.ts'

/** The composer of an open chat. */
export function ThreadComposer({ data }: { data: ThreadData }) {
  const { client, me } = useApp()
  const [, navigate] = useLocation()
  const { id, permission_mode: mode, model } = data.thread
  const [text, setText] = useDraft(id)
  const { keyboard } = usePreferences()
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const slash = useSlash({
    client,
    thread: id,
    calls: [...data.calls.values()],
    setMode: (next) => void choose(next),
    goToNew: () => navigate('/new'),
  })

  const find = useCallback(async (wanted: string, signal: AbortSignal) => findFiles(wanted, id, signal), [id])

  async function send(message: string, images: readonly ImageView[]): Promise<boolean> {
    setTrouble(null)
    if (slash.take(message)) {
      setText('')
      return true
    }
    setSending(true)
    const reply = await client.say(id, message, mode, images)
    setSending(false)
    if (reply.ok) setText('')
    else setTrouble(texts.notSent(sendTrouble(reply.error)))
    return reply.ok
  }

  async function choose(next: string): Promise<void> {
    const reply = await client.setMode(id, next)
    setTrouble(reply.ok ? null : texts.modeNotSet(sendTrouble(reply.error)))
  }

  async function chooseModel(next: string): Promise<void> {
    const reply = await client.setModel(id, next)
    setTrouble(reply.ok ? null : texts.modelNotSet(sendTrouble(reply.error)))
  }

  return (
    <>
      {slash.output !== null && <CommandOutputView output={slash.output} onClose={slash.close} />}
      <Composer
        view={{
          text,
          mode,
          forbidden: me.forbidden_modes,
          model: modelOf(me, model),
          models: me.models,
          noSandbox: me.no_sandbox,
          last: data.messages.findLast(({ role }) => role === 'user')?.text ?? null,
          sendWith: keyboard.send_with,
          busy: liveTurn(data) !== null,
          sending,
          trouble,
        }}
        actions={{
          onText: setText,
          onSend: send,
          onStop: () => void client.stopTurn(id),
          onMode: (next) => void choose(next),
          onModel: (next) => void chooseModel(next),
          onFind: find,
        }}
      />
    </>
  )
}

/** A refusal in words that say what to do. */
export function sendTrouble(error: WireError): string {
  switch (error.code) {
    case 'unavailable':
      return texts.offline
    case 'mode_changed':
      return texts.modeChanged
    default:
      return error.message
  }
}
