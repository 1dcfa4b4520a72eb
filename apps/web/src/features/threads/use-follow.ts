import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { cardsBelow, firstCard, placeOf } from './card-places.ts'
import { useHeading } from './use-heading.ts'
import { useKeepUp } from './use-keep-up.ts'
import { useOpening } from './use-opening.ts'
import { useUnfolding } from './use-unfolding.ts'

export interface Follow {
  /** The end is visible, and the view follows it. */
  readonly pinned: boolean
  /** There is something below the view. */
  readonly more: boolean
  readonly waitsBelow: number
  readonly onScroll: (offset: number) => void
  readonly onResize: () => void
  readonly toStart: () => void
  readonly toEnd: () => void
}

/** Closer to the end than this is treated as being there. */
const NEAR_END = 48

/** Keeps the end visible while it is; otherwise the person is reading and the view is left alone (K1). */
export function useFollow(
  list: RefObject<VirtualizerHandle | null>,
  box: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
): Follow {
  const [pinned, setPinned] = useState(true)
  const [more, setMore] = useState(false)
  const [waitsBelow, setWaitsBelow] = useState(0)
  const follows = useRef(true)
  const last = useRef(0)
  const opening = useOpening(box)
  const unfolding = useUnfolding(list, box)
  const heading = useHeading(box)

  const follow = useCallback((next: boolean) => {
    follows.current = next
  }, [])
  const pin = useCallback(
    (next: boolean) => {
      follow(next)
      setPinned(next)
    },
    [follow],
  )
  const placeFirst = usePlaceFirst(box, opening, follow)
  const { toEnd, keepUp, holdCard, release } = useKeepUp(box, pin)

  /** Rows are positioned first; the end and the rows below are known one frame later. */
  const lookBelow = useCallback(
    () =>
      window.requestAnimationFrame(() => {
        const handle = list.current
        if (handle === null) return
        if (!unfolding.current && !holdCard() && follows.current && !isNearEnd(handle)) keepUp()
        // Unfolded content is read from its top: the view stays, and follows only if it is still at the end.
        if (unfolding.current) follows.current = isNearEnd(handle)
        setPinned(follows.current)
        setMore(!isNearEnd(handle))
        setWaitsBelow(cardsBelow(box.current))
      }),
    [box, list, keepUp, holdCard, unfolding],
  )

  useLayoutEffect(() => {
    if (rows.length > 0 && !unfolding.current && !placeFirst() && !holdCard() && follows.current) keepUp()
    const frame = lookBelow()
    return () => window.cancelAnimationFrame(frame)
  }, [rows, keepUp, holdCard, placeFirst, lookBelow, unfolding])
  useSelection(box, pin)

  return {
    pinned,
    more,
    waitsBelow,
    onScroll: (offset) => {
      const handle = list.current
      const up = offset < last.current
      last.current = offset
      if (handle === null || placeFirst()) return
      // Only scrolling up leaves the end; otherwise the end itself moved, because rows were measured.
      if (handle.scrollSize - offset - handle.viewportSize < NEAR_END) pin(true)
      else if (up && !heading.lasts()) pin(false)
      lookBelow()
    },
    onResize: () => {
      if (!unfolding.current && !placeFirst() && !holdCard() && follows.current) keepUp()
      lookBelow()
    },
    // By the list: it continues until newly measured rows no longer keep it from there.
    toStart: () => {
      opening.end()
      release()
      heading.end()
      pin(false)
      list.current?.scrollToIndex(0)
    },
    toEnd: () => {
      opening.end()
      release()
      heading.begin()
      pin(true)
      toEnd()
    },
  }
}

function isNearEnd(list: VirtualizerHandle): boolean {
  return list.scrollSize - list.scrollOffset - list.viewportSize < NEAR_END
}

/**
 * A thread with open cards opens at the first of them, or at its end if that shows it too. It repeats while rows above are still being
 * measured, and returns whether there is one.
 */
function usePlaceFirst(
  box: RefObject<HTMLElement | null>,
  opening: ReturnType<typeof useOpening>,
  follow: (next: boolean) => void,
): () => boolean {
  const openedAt = useRef<string | null>(null)
  return useCallback((): boolean => {
    const view = box.current
    const card = opening.lasts() ? firstCard(view) : undefined
    const room = placeOf(card, view)
    if (view === null || room === null) return false
    const call = card?.getAttribute('data-card') ?? null
    openedAt.current ??= call
    // It was answered: the current view stays.
    if (openedAt.current !== call) {
      opening.end()
      return false
    }
    if (Math.abs(room) >= 1) view.scrollBy(0, room)
    follow(view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_END)
    return true
  }, [box, opening, follow])
}

/** Selected text stays in place: the view stops following. */
function useSelection(box: RefObject<HTMLElement | null>, pin: (next: boolean) => void): void {
  useEffect(() => {
    const selected = (): void => {
      const selection = document.getSelection()
      const inside =
        selection?.anchorNode !== null && box.current?.contains(selection?.anchorNode ?? null) === true
      if (inside && selection?.isCollapsed === false) pin(false)
    }
    document.addEventListener('selectionchange', selected)
    return () => document.removeEventListener('selectionchange', selected)
  }, [box, pin])
}
