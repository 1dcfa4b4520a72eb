import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'

export interface Follow {
  /** The end is in view, and the view follows it. */
  readonly pinned: boolean
  /** There is something below the view. */
  readonly more: boolean
  readonly waitsBelow: number
  readonly onScroll: (offset: number) => void
  readonly onResize: () => void
  readonly toEnd: () => void
}

/** Closer to the end than this counts as being there. */
const NEAR_END = 48

/** Keeps the end in view while it is in view; anything else is the person's reading and is left alone (K1). */
export function useFollow(
  list: RefObject<VirtualizerHandle | null>,
  box: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
): Follow {
  const [pinned, setPinned] = useState(true)
  const [more, setMore] = useState(false)
  const [waitsBelow, setWaitsBelow] = useState(0)
  const follows = useRef(true)
  const opening = useOpening(box)
  const unfolding = useUnfolding(list, box)

  const pin = useCallback((next: boolean) => {
    follows.current = next
    setPinned(next)
  }, [])

  const toEnd = useCallback(() => {
    if (rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  }, [list, rows])

  /** A chat with open cards opens at the first of them, while its rows still find their sizes. True: it was above the view. */
  const placeFirst = useCallback((): boolean => {
    const room = opening.lasts() ? roomAbove(firstCard(box.current), box.current) : null
    if (room === null || room >= 0) return false
    follows.current = false
    box.current?.scrollBy(0, room)
    return true
  }, [box, opening])

  /** As the end moves: but a card that waits is not pushed out at the top by what came after it. */
  const keepUp = useCallback(() => {
    const room = roomAbove(firstCard(box.current, { inView: true }), box.current)
    const handle = list.current
    const missing = handle === null ? 0 : handle.scrollSize - handle.scrollOffset - handle.viewportSize
    if (room === null || missing <= room) return toEnd()
    if (room > 0) box.current?.scrollBy(0, room)
    pin(false)
  }, [box, list, pin, toEnd])

  /** Rows are moved to their places first; what is below is known a frame later. */
  const lookBelow = useCallback(
    () =>
      window.requestAnimationFrame(() => {
        const handle = list.current
        if (handle === null) return
        // What a person unfolds is read from its top: the view stays, and follows only if that is the end still.
        if (unfolding.current) pin(isNearEnd(handle))
        setMore(handle.scrollSize - handle.scrollOffset - handle.viewportSize >= NEAR_END)
        setWaitsBelow(cardsBelow(box.current))
      }),
    [box, list, pin, unfolding],
  )

  useLayoutEffect(() => {
    if (!unfolding.current && !placeFirst() && follows.current) keepUp()
    const frame = lookBelow()
    return () => window.cancelAnimationFrame(frame)
  }, [keepUp, placeFirst, lookBelow, unfolding])

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

  return {
    pinned,
    more,
    waitsBelow,
    onScroll: (offset) => {
      const handle = list.current
      // The list still goes to its end by itself for a while, past a card that the chat was to open at.
      if (handle === null || placeFirst()) return
      pin(handle.scrollSize - offset - handle.viewportSize < NEAR_END)
      lookBelow()
    },
    onResize: () => {
      if (!unfolding.current && !placeFirst() && follows.current) keepUp()
      lookBelow()
    },
    toEnd: () => {
      opening.end()
      pin(true)
      toEnd()
    },
  }
}

function isNearEnd(list: VirtualizerHandle): boolean {
  return list.scrollSize - list.scrollOffset - list.viewportSize < NEAR_END
}

/** Rows have found their sizes by then. */
const OPENING_MS = 1500
const HANDS = ['wheel', 'pointerdown', 'keydown', 'touchstart', 'focusin'] as const

interface Opening {
  readonly lasts: () => boolean
  readonly end: () => void
}

/** A chat opens until a person lays hands on it, or it has come to rest. */
function useOpening(box: RefObject<HTMLElement | null>): Opening {
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

/** What is unfolded has its size by then. */
const UNFOLDING_MS = 600

/** True for a moment after a press or a key on a line of calls. */
function useUnfolding(
  list: RefObject<VirtualizerHandle | null>,
  box: RefObject<HTMLElement | null>,
): RefObject<boolean> {
  const unfolding = useRef(false)
  useEffect(() => {
    const element = box.current
    let timer = 0
    const begin = (event: Event): void => {
      const at = event.target instanceof Element ? event.target : null
      // A press on a card in a line is no unfolding, and nothing may move then.
      if (at === null || at.closest('[data-treeitem]') === null || at.closest('[data-card]') !== null) return
      unfolding.current = true
      // The list may be on its way to its end still: it stays where it is.
      if (list.current !== null) list.current.scrollTo(list.current.scrollOffset)
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        unfolding.current = false
      }, UNFOLDING_MS)
    }
    element?.addEventListener('click', begin)
    element?.addEventListener('keydown', begin)
    return () => {
      window.clearTimeout(timer)
      element?.removeEventListener('click', begin)
      element?.removeEventListener('keydown', begin)
    }
  }, [list, box])
  return unfolding
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

/** The line of its call stands above a card and belongs to it. */
const CALL_LINE = 44

/** The first card that waits; with `inView`, of those that the person did not leave above the view. */
function firstCard(box: HTMLElement | null, { inView = false } = {}): Element | undefined {
  const top = box?.getBoundingClientRect().top ?? 0
  const cards = box?.querySelectorAll('[data-card][data-state="pending"]') ?? []
  return [...cards].find((card) => !inView || card.getBoundingClientRect().bottom > top)
}

/** How far the view can go down before a card leaves it at the top; null: there is none. */
function roomAbove(card: Element | undefined, box: HTMLElement | null): number | null {
  if (box === null || card === undefined) return null
  return card.getBoundingClientRect().top - CALL_LINE - box.getBoundingClientRect().top
}

function cardsBelow(box: HTMLElement | null): number {
  if (box === null) return 0
  const edge = box.getBoundingClientRect().bottom
  return [...box.querySelectorAll('[data-card]')].filter(
    (card) => card.getBoundingClientRect().top >= edge - 24,
  ).length
}
