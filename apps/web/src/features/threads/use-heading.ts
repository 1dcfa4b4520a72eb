import { useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'

/** What a person does to scroll by themselves. */
const GESTURES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** By then rows have found their sizes, and a smooth scroll that was under way has ended. */
const HEADING_MS = 600

export interface Heading {
  readonly begin: () => void
  readonly end: () => void
  readonly lasts: () => boolean
}

/**
 * Lasts for a moment after *To the end*, or until a person scrolls. The view may still move up in that time, by a smooth scroll of
 * before or by rows that find their sizes: that is not the person leaving the end.
 */
export function useHeading(box: RefObject<HTMLElement | null>): Heading {
  const timer = useRef(0)
  const heading = useMemo<Heading>(() => {
    const end = (): void => {
      window.clearTimeout(timer.current)
      timer.current = 0
    }
    return {
      begin: () => {
        end()
        timer.current = window.setTimeout(end, HEADING_MS)
      },
      end,
      lasts: () => timer.current !== 0,
    }
  }, [])
  useEffect(() => {
    const view = box.current
    for (const gesture of GESTURES) view?.addEventListener(gesture, heading.end, { passive: true })
    return () => {
      heading.end()
      for (const gesture of GESTURES) view?.removeEventListener(gesture, heading.end)
    }
  }, [box, heading])
  return heading
}
