import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

interface Placed {
  readonly card: HTMLElement
  readonly top: number
}

/**
 * K4: when something above collapses, the card under the pointer or with the focus stays where it is. It is measured after every change of
 * the list and of its own row; the difference is corrected by scrolling before the next paint.
 */
export function useSteadyCard(box: RefObject<HTMLElement | null>, rows: readonly unknown[]): void {
  const anchor = useRef<Placed | null>(null)

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const resized = new ResizeObserver(() => {
      anchor.current = keepInPlace(element, anchor.current)
    })
    const hold = (event: Event): void => {
      const card = cardOf(element, event)
      if (card === anchor.current?.card) return
      resized.disconnect()
      anchor.current = card === null ? null : placed(card)
      const row = card?.closest('[data-thread-row]')
      if (row !== null && row !== undefined) resized.observe(row)
    }
    const measure = (): void => {
      if (anchor.current !== null) anchor.current = placed(anchor.current.card)
    }
    element.addEventListener('pointerover', hold)
    element.addEventListener('focusin', hold)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('pointerover', hold)
      element.removeEventListener('focusin', hold)
      element.removeEventListener('scroll', measure)
    }
  }, [box])

  useLayoutEffect(() => {
    if (box.current !== null && rows.length > 0) anchor.current = keepInPlace(box.current, anchor.current)
  }, [box, rows])
}

/** The card of the event or, between two cards, the one nearest to the pointer. */
function cardOf(box: HTMLElement, event: Event): HTMLElement | null {
  const inside = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
  if (inside !== null || !(event instanceof PointerEvent)) return inside
  const y = event.clientY
  let nearest: HTMLElement | null = null
  let least = Number.POSITIVE_INFINITY
  for (const card of box.querySelectorAll<HTMLElement>('[data-card]')) {
    const { top, bottom } = card.getBoundingClientRect()
    const distance = y < top ? top - y : y - bottom
    if (distance < least) [nearest, least] = [card, distance]
  }
  return nearest
}

function keepInPlace(box: HTMLElement, held: Placed | null): Placed | null {
  if (held === null || !held.card.isConnected) return null
  const moved = held.card.getBoundingClientRect().top - held.top
  if (moved !== 0) box.scrollBy(0, moved)
  return placed(held.card)
}

function placed(card: HTMLElement): Placed {
  return { card, top: card.getBoundingClientRect().top }
}
