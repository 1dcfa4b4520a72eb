import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ThreadData } from '../data/view.ts'
import { findRows } from './find-rows.ts'
import type { Row } from './rows.ts'

export interface Find {
  readonly open: boolean
  readonly text: string
  /** The row that is shown, or null. */
  readonly row: number | null
  readonly at: number
  readonly of: number
  readonly setText: (text: string) => void
  readonly step: (step: 1 | -1) => void
  readonly close: () => void
}

/** Ctrl+F searches the whole chat, drawn or not. A second Ctrl+F is the browser's own. */
export function useFind(rows: readonly Row[], data: ThreadData): Find {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => (open ? findRows(rows, data, text) : []), [open, rows, data, text])
  const take = useEffectEvent((event: KeyboardEvent) => {
    const wanted = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)
    if (!wanted || event.shiftKey || event.altKey || open) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => take(event)
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  const here = found.length === 0 ? 0 : Math.min(at, found.length - 1)
  return {
    open,
    text,
    row: found[here] ?? null,
    at: found.length === 0 ? 0 : here + 1,
    of: found.length,
    setText: (next) => {
      setText(next)
      setAt(0)
    },
    step: (step) => setAt(found.length === 0 ? 0 : (here + step + found.length) % found.length),
    close: () => setOpen(false),
  }
}
