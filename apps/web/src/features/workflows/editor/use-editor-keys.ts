import type { KeyboardEvent } from 'react'
import type { DraftSession } from '../model/session.ts'

/** Keys of the editor: undo, redo, the palette, and the answers to proposals. Letters count outside of fields only. */
export function useEditorKeys(session: DraftSession, openPalette: () => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented) return
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
      const [first] = session.now().ghosts
      if (first === undefined) return
      done()
      if (key === 'y') session.accept(first.number)
      else session.decline(first.number)
    }
  }
}

export function isField(element: HTMLElement): boolean {
  return element.matches('input, textarea, select, [contenteditable="true"]')
}
