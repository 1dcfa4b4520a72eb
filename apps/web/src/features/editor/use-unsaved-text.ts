import type { CallId } from '@countersign/protocol'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { CodeView } from './code-view.ts'
import { dropText, keepText } from './kept-texts.ts'

/** Milliseconds of quiet after which unsaved text is kept in the browser. */
const KEEP_AFTER = 300

/** The version that the editor's text is based on. */
interface Base {
  readonly text: string
  readonly hash: string
}

/** The text of an editor and the version that it is based on. If they differ, the browser stores both under this key. */
export function useUnsavedText(key: string, first: Base, code: RefObject<CodeView | null>) {
  const base = useRef(first)
  const [dirty, setDirty] = useState(false)
  const timer = useRef(0)
  // Text that a call wrote here stays the agent's until it is saved or removed.
  const calls = useRef<ReadonlySet<CallId>>(new Set())

  const now = (): string => code.current?.text() ?? base.current.text

  function look(): void {
    const mine = now()
    setDirty(mine !== base.current.text)
    if (mine === base.current.text) calls.current = new Set()
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const { text: from, hash } = base.current
      void (mine === from
        ? dropText(key)
        : keepText(key, { text: mine, base: from, hash, calls: [...calls.current] }))
    }, KEEP_AFTER)
  }

  function rebase(next: Base, mine: string): void {
    base.current = next
    if (mine !== now()) code.current?.replace(mine)
    look()
  }

  return { base, calls, dirty, now, look, rebase }
}

export type UnsavedText = ReturnType<typeof useUnsavedText>
