import { useCallback, useRef } from 'react'
import type { RefObject } from 'react'
import { firstCard, placeOf } from './card-places.ts'
import { useHeading } from './use-heading.ts'

export interface KeepUp {
  readonly toEnd: () => void
  /** Follows the end, but a waiting card is not pushed out at the top by later content. */
  readonly keepUp: () => void
  /** Moves the card that was just placed back to its place if something moved it. Returns whether there is one. */
  readonly holdCard: () => boolean
  /** Releases the held card, because the view goes elsewhere. */
  readonly release: () => void
}

interface Held {
  readonly card: Element
  /** The card is at the top of the view, and the end is below. */
  readonly atTop: boolean
}

/** Moves the view as the end moves. Sizes come from the scroll box, because the list measures a grown row only later. */
export function useKeepUp(box: RefObject<HTMLElement | null>, pin: (next: boolean) => void): KeepUp {
  const held = useRef<Held | null>(null)
  const arriving = useHeading(box)

  /** Scrolls the box directly, because the list would continue after a person scrolled up. */
  const toEnd = useCallback(() => {
    box.current?.scrollTo(0, box.current.scrollHeight)
  }, [box])

  /** The held card; an answered one may have left the page with its last state. */
  const heldCard = useCallback((): Element | undefined => {
    const card = arriving.lasts() ? held.current?.card : undefined
    return card?.isConnected === true && card.getAttribute('data-state') === 'pending' ? card : undefined
  }, [arriving])

  // More cards may arrive a moment after the first. The list treats a row that grows right after a scroll as one above the view, and
  // scrolls by the growth: past the first card, and past the result above it. So that card is held for a moment.
  const keepUp = useCallback(() => {
    const view = box.current
    const before = heldCard()
    const card = before ?? firstCard(view, { inView: true })
    const room = placeOf(card, view)
    if (view === null || card === undefined || room === null) return toEnd()
    const atTop = below(view) > room
    held.current = { card, atTop }
    arriving.begin()
    if (!atTop) return toEnd()
    if (room > 0 || before !== undefined) view.scrollBy(0, room)
    pin(false)
  }, [box, pin, toEnd, arriving, heldCard])

  const holdCard = useCallback((): boolean => {
    const view = box.current
    const place = held.current?.atTop === true ? placeOf(heldCard(), view) : null
    if (view === null || place === null || isTouched(view)) return false
    if (Math.abs(place) >= 1) view.scrollBy(0, place)
    return true
  }, [box, heldCard])

  return { toEnd, keepUp, holdCard, release: arriving.end }
}

/** The height below the view. */
function below(view: HTMLElement): number {
  return view.scrollHeight - view.scrollTop - view.clientHeight
}

/** The card under the pointer or with the focus is handled separately (K4). */
function isTouched(view: HTMLElement): boolean {
  return view.querySelector('[data-card]:is(:hover, :focus-within)') !== null
}
