import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../../ui/cx.ts'
import { bottomInView, linesSeen, NO_LINES } from './lines-seen.ts'
import type { LinesSeen } from './lines-seen.ts'

/** How much of a body has been on screen. */
export interface Reading extends LinesSeen {
  /** The body is longer than its box. */
  readonly cut: boolean
}

export const NOTHING_READ: Reading = { ...NO_LINES, cut: false }

export interface ReadToEndProps {
  readonly id: string
  readonly label: string
  /** The end has been on screen, with nothing missing or folded above it. */
  readonly onEnd: () => void
  readonly onReading?: (reading: Reading) => void
  /** Shown after the last line. */
  readonly end: RefObject<HTMLDivElement | null>
  /** Part of the body has not been loaded, so its end cannot be reached yet. */
  readonly missing?: boolean
  /** Grows to its full height; an outer element scrolls. */
  readonly tall?: boolean
  readonly children: ReactNode
}

/** The body scrolls inside the card while everything around it stays in view. Reports how far the body has been on screen. */
export function ReadToEnd(props: ReadToEndProps) {
  const { tall = false, missing = false, end } = props
  const box = useRef<HTMLDivElement>(null)
  useEnd(box, end, () => {
    if (!missing && box.current?.querySelector('[data-unread]') === null) props.onEnd()
  })
  useReading(box, props.onReading)
  return (
    <div
      ref={box}
      role="group"
      aria-label={props.label}
      // A scroll box must be reachable by keyboard.
      tabIndex={tall ? -1 : 0}
      className={cx(
        'flex flex-col gap-2 rounded-control',
        !tall && 'max-h-[var(--body-height,45dvh)] overflow-y-auto',
      )}
    >
      {/* `aria-describedby` uses the label of its target if there is one, so the id is on an unlabelled element inside. */}
      <div id={props.id} className="flex flex-col gap-2">
        {props.children}
      </div>
      <div ref={end} className="-mt-2 h-px shrink-0" />
    </div>
  )
}

type Box = RefObject<HTMLElement | null>

/** Watches for the end, and again after content was added or unfolded, because that moves the end. */
function useEnd(box: Box, end: Box, tell: () => void): void {
  const seen = useEffectEvent(tell)
  useEffect(() => {
    const element = end.current
    if (element === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === true && document.visibilityState === 'visible') seen()
    })
    const again = (): void => {
      observer.unobserve(element)
      observer.observe(element)
    }
    again()
    const parts = new MutationObserver(again)
    if (box.current !== null)
      parts.observe(box.current, { subtree: true, childList: true, attributeFilter: ['data-unread'] })
    document.addEventListener('visibilitychange', again)
    return () => {
      observer.disconnect()
      parts.disconnect()
      document.removeEventListener('visibilitychange', again)
    }
  }, [box, end])
}

/** Tracks how far the body was read; the number of lines only ever grows. */
function useReading(box: Box, onReading: ReadToEndProps['onReading']): void {
  const [reading, setReading] = useState(NOTHING_READ)
  // The first look comes before the first picture: what it finds may be cut by then, and counts only if the next look finds it too.
  const drawn = useRef(false)
  const look = useEffectEvent(() => {
    const body = box.current
    if (body === null) return
    const { seen, total } = linesSeen(body, bottomInView(body))
    const next = {
      seen: drawn.current ? Math.max(seen, Math.min(reading.seen, total)) : seen,
      total,
      cut: body.scrollHeight > body.clientHeight + 1,
    }
    if (next.seen === reading.seen && next.total === reading.total && next.cut === reading.cut) return
    setReading(next)
    onReading?.(next)
  })
  // Measured before the first picture, so that nothing moves under a finger because of it.
  useLayoutEffect(() => look(), [])
  useEffect(() => {
    let frame = 0
    const soon = (): void => {
      window.cancelAnimationFrame(frame)
      frame = window.requestAnimationFrame(() => {
        look()
        drawn.current = true
      })
    }
    const sizes = new ResizeObserver(soon)
    for (const element of [box.current, box.current?.firstElementChild ?? null])
      if (element !== null) sizes.observe(element)
    window.addEventListener('scroll', soon, { capture: true, passive: true })
    return () => {
      window.cancelAnimationFrame(frame)
      sizes.disconnect()
      window.removeEventListener('scroll', soon, { capture: true })
    }
  }, [box])
}
