import type { ThreadView } from '@countersign/protocol'
import { useState } from 'react'
import { useApp, useView } from '../../../data/context.ts'
import type { ModeState } from '../../../platform/modes/ModeMenu.tsx'
import { modeLook } from '../../../platform/modes/modes.ts'
import { sendTrouble } from '../../../platform/send-trouble.ts'
import { texts } from './texts.ts'

export interface ModeChoice {
  readonly state: ModeState
  /** A note that another tab, device or terminal changed the mode; null: none. */
  readonly note: string | null
  readonly choose: (mode: string) => Promise<void>
  readonly clearNote: () => void
}

/** The mode of a thread, for the person to choose. The thread's row on the server is authoritative. */
export function useModeChoice(
  { id, permission_mode: mode }: ThreadView,
  setTrouble: (words: string | null) => void,
): ModeChoice {
  const { client } = useApp()
  const line = useView((view) => view.connection.state)
  const [saving, setSaving] = useState<string | null>(null)
  /** A change requested by this page has not been confirmed yet. */
  const [expects, setExpects] = useState(false)
  const [seen, setSeen] = useState({ id, mode })
  const [note, setNote] = useState<string | null>(null)
  if (seen.id !== id || seen.mode !== mode) {
    setSeen({ id, mode })
    setNote(seen.id === id && !expects ? texts.modeElsewhere(modeLook(mode).label) : null)
    setExpects(false)
  }

  async function choose(next: string): Promise<void> {
    setNote(null)
    setSaving(next)
    setExpects(true)
    const reply = await client.setMode(id, next)
    setSaving(null)
    if (!reply.ok) setExpects(false)
    setTrouble(reply.ok ? null : texts.modeNotSet(sendTrouble(reply.error)))
  }

  const state: ModeState =
    line === 'lost' || line === 'refused'
      ? { kind: 'read_only', why: texts.modeReadOnly }
      : saving === null
        ? { kind: 'ready' }
        : { kind: 'saving', to: saving }
  return { state, note, choose, clearNote: () => setNote(null) }
}
