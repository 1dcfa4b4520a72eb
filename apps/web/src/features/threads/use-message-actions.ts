import type { MessageView, TurnId } from '@countersign/protocol'
import { useState } from 'react'
import { useApp } from '../../data/context.ts'
import { liveTurn } from '../../data/selectors.ts'
import type { Reply } from '../../data/requests.ts'
import type { ThreadData } from '../../data/view.ts'
import { fetchMessage } from '../../data/whole.ts'
import type { MessageActions } from './MessageBar.tsx'
import { texts } from './message-texts.ts'

export interface BranchWork {
  readonly actions: MessageActions
  /** Why nothing changed; null: nothing was refused. */
  readonly trouble: string | null
  /** An action that would stop the agent waits for confirmation; null: none. */
  readonly leaving: { readonly go: () => void; readonly stay: () => void } | null
}

/** Editing, regenerating, and choosing among branches. An action that would stop the agent is confirmed first. */
export function useMessageActions(data: ThreadData): BranchWork {
  const { client } = useApp()
  const { id, permission_mode: mode } = data.thread
  const [editing, setEditing] = useState<MessageActions['editing']>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [wanted, setWanted] = useState<(() => void) | null>(null)

  async function run(request: () => Promise<Reply>): Promise<void> {
    setTrouble(null)
    const reply = await request()
    if (reply.ok) setEditing(null)
    else setTrouble(texts.refused(reply.error.message))
  }
  function go(request: () => Promise<Reply>): void {
    if (liveTurn(data) === null) void run(request)
    else
      setWanted(() => () => {
        setWanted(null)
        void run(request)
      })
  }
  /** The complete text is edited, even if the page only has its beginning. */
  async function edit({ id: message, text, bytes }: MessageView): Promise<void> {
    setTrouble(null)
    if (bytes === undefined) return setEditing({ id: message, text })
    const whole = await fetchMessage(message)
    if (whole.ok) setEditing({ id: message, text: whole.value.text })
    else setTrouble(texts.refused(whole.message))
  }
  return {
    trouble,
    leaving: wanted === null ? null : { go: wanted, stay: () => setWanted(null) },
    actions: {
      editing,
      onEdit: (message) => void edit(message),
      onCancelEdit: () => setEditing(null),
      onResend: (turn: TurnId, text: string) => go(async () => client.branch(id, turn, text, mode)),
      onRegenerate: (turn: TurnId) => go(async () => client.branch(id, turn, null, mode)),
      onChoose: (turn: TurnId) => go(async () => client.chooseBranch(id, turn)),
    },
  }
}
