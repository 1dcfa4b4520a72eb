import type { WireError } from '@countersign/protocol'
import { useState } from 'react'
import { useView } from '../../../data/context.ts'
import { sendTrouble } from '../../../platform/send-trouble.ts'

export interface Trouble {
  readonly text: string | null
  readonly show: (text: string | null) => void
  /** Says why the server refused. */
  readonly refused: (error: WireError, words: (reason: string) => string) => void
}

/** The error of the person's last action here. That the server was unreachable is shown only until it is back. */
export function useTrouble(): Trouble {
  const line = useView((view) => view.connection.state)
  const [lineBefore, setLineBefore] = useState(line)
  const [trouble, setTrouble] = useState<{ readonly text: string; readonly away: boolean } | null>(null)
  if (line !== lineBefore) {
    setLineBefore(line)
    if (line === 'open' && trouble?.away === true) setTrouble(null)
  }
  return {
    text: trouble?.text ?? null,
    show: (text) => setTrouble(text === null ? null : { text, away: false }),
    refused: (error, words) =>
      setTrouble({ text: words(sendTrouble(error)), away: error.code === 'unavailable' }),
  }
}
