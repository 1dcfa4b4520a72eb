import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Rows have found their sizes by then. */
const OPENING_MS = 1500
const HANDS = ['wheel', 'pointermove', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const

export interface Opening {
  readonly lasts: () => boolean
  readonly end: () => void
}

/** A chat opens until a person lays hands on it, or it has come to rest. */
export function useOpening(box: RefObject<HTMLElement | null>): Opening {
  const [opening] = useState(anOpening)
  useEffect(() => {
    const element = box.current
    const timer = window.setTimeout(opening.end, OPENING_MS)
    for (const hand of HANDS) element?.addEventListener(hand, opening.end, { passive: true })
    return () => {
      window.clearTimeout(timer)
      for (const hand of HANDS) element?.removeEventListener(hand, opening.end)
    }
  }, [box, opening])
  return opening
}

function anOpening(): Opening {
  let lasts = true
  return {
    lasts: () => lasts,
    end: () => {
      lasts = false
    },
  }
}
