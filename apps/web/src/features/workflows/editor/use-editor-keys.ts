import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { DraftSession } from '../model/session.ts'
import type { GhostReview } from './use-ghost-review.ts'

/**
 * Keyboard shortcuts of the editor: undo, redo, the palette, and answers to proposals. Letter keys work only outside fields. All keys work inside the
 * editor, and when nothing has the focus.
 */
export function useEditorKeys(
  session: DraftSession,
  review: GhostReview,
  openPalette: () => void,
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const here =
      target === document.body || (target instanceof Node && root.current?.contains(target) === true)
    if (here && !event.defaultPrevented) pressed(event, session, review, openPalette)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return root
}

function pressed(
  event: KeyboardEvent,
  session: DraftSession,
  review: GhostReview,
  openPalette: () => void,
): void {
  const inField = event.target instanceof HTMLElement && isField(event.target)
  const control = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  const done = (): void => event.preventDefault()
  if (control && key === 's') {
    done()
    void session.flush()
  } else if (control && !inField && (key === 'y' || (key === 'z' && event.shiftKey))) {
    done()
    session.redo()
  } else if (control && !inField && key === 'z') {
    done()
    session.undo()
  } else if (!control && !event.altKey && !inField && key === '/') {
    done()
    openPalette()
  } else if (event.altKey && (key === 'y' || key === 'u')) {
    const first = session.now().ghosts.find(({ number }) => !review.choices.has(number))
    if (first === undefined) return
    done()
    review.choose(first.number, key === 'y' ? 'accept' : 'decline')
  }
}

export function isField(element: HTMLElement): boolean {
  return element.matches('input, textarea, select, [contenteditable="true"]')
}
