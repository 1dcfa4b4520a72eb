import type { WireError } from '@countersign/protocol'
import { useState } from 'react'
import { useApp } from '../data/context.ts'
import { modelOf } from '../data/models.ts'
import type { ThreadData } from '../data/view.ts'
import { liveTurn } from '../threads/rows.ts'
import { Composer } from './Composer.tsx'
import { texts } from './texts.ts'
import { useDraft } from './use-draft.ts'

/** The composer of an open chat. */
export function ThreadComposer({ data }: { data: ThreadData }) {
  const { client, me } = useApp()
  const { id, permission_mode: mode, model } = data.thread
  const [text, setText] = useDraft(id)
  const [sending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function send(): Promise<void> {
    setSending(true)
    setTrouble(null)
    const reply = await client.say(id, text.trim(), mode)
    setSending(false)
    if (reply.ok) setText('')
    else setTrouble(texts.notSent(sendTrouble(reply.error)))
  }

  async function choose(next: string): Promise<void> {
    const reply = await client.setMode(id, next)
    setTrouble(reply.ok ? null : texts.notSent(sendTrouble(reply.error)))
  }

  return (
    <Composer
      view={{ text, mode, model: modelOf(me, model), busy: liveTurn(data) !== null, sending, trouble }}
      actions={{
        onText: setText,
        onSend: () => void send(),
        onStop: () => void client.stopTurn(id),
        onMode: (next) => void choose(next),
      }}
    />
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
