import { useEffect, useMemo, useRef } from 'react'
import type { RefObject } from 'react'

/** Gestures with which a person scrolls. */
const GESTURES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
/** By then rows have been measured, and a smooth scroll has ended. */
const HEADING_MS = 600

export interface Heading {
  readonly begin: () => void
  readonly end: () => void
  readonly lasts: () => boolean
}

/**
 * Lasts for a moment after *To the end*, or until a person scrolls. The view may still move up in that time, by an earlier smooth scroll or
 * by newly measured rows: that does not mean that the person left the end.
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
