import type { ThreadId, TurnId } from '@countersign/protocol'
import { useEffect, useRef } from 'react'

const ASKED = 'countersign:review'

/** Where the changes of a turn are reviewed: next to the thread, or on a page of its own if there is no room for panes. */
export function reviewPath(thread: ThreadId, turn: TurnId, narrow: boolean): string {
  return narrow ? `/changes/${thread}?turn=${turn}` : `/w/${thread}?layout=review&open=changes&turn=${turn}`
}

/** Asks an open changes pane to show a turn. */
export function askForReview(turn: TurnId): void {
  window.dispatchEvent(new CustomEvent<string>(ASKED, { detail: turn }))
}

/** Calls `show` with the requested turn. */
export function useReviewAsked(show: (turn: string) => void): void {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    const heard = (event: Event): void => {
      if (event instanceof CustomEvent && typeof event.detail === 'string') latest.current(event.detail)
    }
    window.addEventListener(ASKED, heard)
    return () => window.removeEventListener(ASKED, heard)
  }, [])
}
