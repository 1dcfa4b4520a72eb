import { useEffect, useMemo, useState } from 'react'
import type { ThreadData } from '../../data/view.ts'
import { threadHere } from './thread-here.ts'
import { findRows } from './find-rows.ts'
import type { Found } from './find-rows.ts'
import type { Row } from './rows.ts'
import { FIND } from './find-event.ts'

export interface Find {
  readonly open: boolean
  readonly text: string
  /** The shown match, or null. */
  readonly found: Found | null
  readonly at: number
  readonly of: number
  readonly setText: (text: string) => void
  readonly step: (step: 1 | -1) => void
  readonly close: () => void
}

/** Searches the whole thread, drawn or not. While it is open, its key goes to the browser. */
export function useFind(rows: readonly Row[], data: ThreadData): Find {
  const { id } = data.thread
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => (open ? findRows(rows, data, text) : []), [open, rows, data, text])
  useEffect(() => {
    const start = (): void => {
      if (threadHere()?.dataset['threadPage'] === id) setOpen(true)
    }
    window.addEventListener(FIND, start)
    return () => window.removeEventListener(FIND, start)
  }, [id])
  const here = found.length === 0 ? 0 : Math.min(at, found.length - 1)
  return {
    open,
    text,
    found: found[here] ?? null,
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
