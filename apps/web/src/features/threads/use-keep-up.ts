import { useCallback, useRef } from 'react'
import type { RefObject } from 'react'
import { firstCard, placeOf } from './card-places.ts'
import { useHeading } from './use-heading.ts'

export interface KeepUp {
  readonly toEnd: () => void
  /** Follows the end, but a card that waits is not pushed out at the top by what came after it. */
  readonly keepUp: () => void
  /** Puts the card that was just placed back in its place, if something moved it. It says whether there is one. */
  readonly holdCard: () => boolean
  /** Holds no card any more: the view goes elsewhere. */
  readonly release: () => void
}

interface Held {
  readonly card: Element
  /** It is at the top of the view, and the end is below. */
  readonly atTop: boolean
}

/** Moves the view as the end moves. Sizes are the box's own: the list learns of a row that grew only later. */
export function useKeepUp(box: RefObject<HTMLElement | null>, pin: (next: boolean) => void): KeepUp {
  const held = useRef<Held | null>(null)
  const arriving = useHeading(box)

  /** By the box and not by the list: that one would go on with it after a person went up. */
  const toEnd = useCallback(() => {
    box.current?.scrollTo(0, box.current.scrollHeight)
  }, [box])

  /** An answered card may be gone from the page with its last state. */
  const heldCard = useCallback((): Element | undefined => {
    const card = arriving.lasts() ? held.current?.card : undefined
    return card?.isConnected === true && card.getAttribute('data-state') === 'pending' ? card : undefined
  }, [arriving])

  // More cards may arrive a moment after the first. The list takes a row that grows right after a scroll for one above the view,
  // and scrolls on by what it grew: past the first card, and past the result above it. So that card is held for a moment.
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

/** What is below the view. */
function below(view: HTMLElement): number {
  return view.scrollHeight - view.scrollTop - view.clientHeight
}

/** The card under the pointer or with the focus has its own law (K4). */
function isTouched(view: HTMLElement): boolean {
  return view.querySelector('[data-card]:is(:hover, :focus-within)') !== null
}
