import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** By then rows have been measured. */
const OPENING_MS = 1500
const HANDS = ['wheel', 'pointermove', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const

export interface Opening {
  readonly lasts: () => boolean
  readonly end: () => void
}

/** A thread is opening until a person interacts with it, or it has settled. */
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
