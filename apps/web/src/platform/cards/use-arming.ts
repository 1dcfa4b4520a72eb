import { useEffect, useRef, useState } from 'react'
import type { Clock } from '../../clock.ts'
import { keysDown } from '../../ui/keys-down.ts'
import { arm, isArmed, takesKey, takesPress, unarmed } from './arming.ts'
import type { ArmingEvent, Place } from './arming.ts'

export interface CardArming {
  /** Only for the hints on the buttons; the key handler decides whether a key is accepted. */
  readonly armed: boolean
  readonly steady: boolean
  readonly takesKey: (event: { readonly code: string; readonly repeat: boolean }) => boolean
  readonly takesPress: () => boolean
  /** K8: the page is visible, and no dialog covers it. */
  readonly inTheLight: () => boolean
}

const SAMPLE_MS = 100

/** Observes a card and its answers. `bar` is the row of buttons, which must not have moved. */
export function useArming(card: HTMLElement | null, bar: HTMLElement | null, clock: Clock): CardArming {
  const history = useRef(unarmed)
  const [armed, setArmed] = useState(false)
  const [steady, setSteady] = useState(false)

  useEffect(() => {
    if (card === null) return
    const tell = (event: ArmingEvent): void => {
      history.current = arm(history.current, event, clock.now())
    }
    const show = (): void => setArmed(isArmed(history.current, clock.now()))
    // A hint that lags behind the focus would promise a key that is not accepted yet.
    const tellFocus = (event: ArmingEvent): void => {
      tell(event)
      show()
    }
    const stops = [
      watchSight(card, (shown) => tell({ type: shown ? 'shown' : 'hidden' })),
      watchFocus(card, {
        focused: () => tellFocus({ type: 'focused', keysDown: new Set(keysDown()) }),
        blurred: () => tellFocus({ type: 'blurred' }),
      }),
      watchRelease((code) => tell({ type: 'key_released', code })),
      every(SAMPLE_MS, () => {
        const place = placeOf(bar)
        if (place !== null) tell({ type: 'placed', place })
        show()
        setSteady(place !== null && takesPress(history.current, place, clock.now()))
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [card, bar, clock])

  return {
    armed,
    steady,
    takesKey: (event) => inTheLight(card) && takesKey(history.current, event, clock.now()),
    inTheLight: () => inTheLight(card),
    takesPress: () => {
      const place = placeOf(bar)
      return place !== null && inTheLight(card) && takesPress(history.current, place, clock.now())
    },
  }
}

/** K8: no answer is accepted in a hidden page or behind a dialog. */
function inTheLight(element: HTMLElement | null): boolean {
  return (
    element !== null &&
    document.visibilityState === 'visible' &&
    element.closest('[inert], [aria-hidden="true"]') === null
  )
}

function placeOf(element: HTMLElement | null): Place | null {
  const box = element?.getBoundingClientRect()
  return box === undefined ? null : { x: box.x, y: box.y }
}

function watchSight(element: HTMLElement, tell: (shown: boolean) => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => tell(entries.at(-1)?.isIntersecting === true && document.visibilityState === 'visible'),
    { threshold: [0, 0.2] },
  )
  observer.observe(element)
  const turned = (): void => {
    if (document.visibilityState === 'hidden') tell(false)
    else {
      observer.unobserve(element)
      observer.observe(element)
    }
  }
  document.addEventListener('visibilitychange', turned)
  return () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', turned)
  }
}

function watchFocus(element: HTMLElement, tell: { focused: () => void; blurred: () => void }): () => void {
  // Only focus on the card itself arms it, not focus on a field or button inside.
  const focused = (event: FocusEvent): void => {
    if (event.target === element) tell.focused()
  }
  const blurred = (event: FocusEvent): void => {
    if (event.target === element) tell.blurred()
  }
  if (document.activeElement === element) tell.focused()
  element.addEventListener('focusin', focused)
  element.addEventListener('focusout', blurred)
  return () => {
    element.removeEventListener('focusin', focused)
    element.removeEventListener('focusout', blurred)
  }
}

function watchRelease(tell: (code: string) => void): () => void {
  const released = (event: KeyboardEvent): void => tell(event.code)
  window.addEventListener('keyup', released, true)
  return () => window.removeEventListener('keyup', released, true)
}

function every(ms: number, run: () => void): () => void {
  const timer = window.setInterval(run, ms)
  return () => window.clearInterval(timer)
}
