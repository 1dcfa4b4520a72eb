import { useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

export interface ReadToEndProps {
  readonly id: string
  readonly label: string
  readonly onEnd: () => void
  /** Takes all the height it needs; something outside scrolls. */
  readonly tall?: boolean
  readonly children: ReactNode
}

/** The body scrolls inside the card; header and answers stay in view. Tells once when its end was on screen. */
export function ReadToEnd(props: ReadToEndProps) {
  const end = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(props.onEnd)
  useEffect(() => {
    const element = end.current
    if (element === null) return
    const body = element.parentElement
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.at(-1)?.isIntersecting === true
      if (seen && body?.querySelector('[data-unread]') === null) tell()
    })
    observer.observe(element)
    // What is folded, or scrolls in a box of its own, may be read later than the end was seen: then the end is looked for anew, for
    // unfolding pushes it away.
    const parts = new MutationObserver(() => {
      observer.unobserve(element)
      observer.observe(element)
    })
    if (body !== null)
      parts.observe(body, { subtree: true, childList: true, attributeFilter: ['data-unread'] })
    return () => {
      observer.disconnect()
      parts.disconnect()
    }
  }, [])
  return (
    <div
      role="group"
      aria-label={props.label}
      // A scroll box must be reachable by keyboard.
      tabIndex={props.tall === true ? -1 : 0}
      className={cx(
        'flex flex-col gap-2 rounded-control',
        props.tall !== true && 'max-h-[45dvh] overflow-y-auto',
      )}
    >
      {/* A description takes the label of what it names, if that has one: the content is below it. */}
      <div id={props.id} className="flex flex-col gap-2">
        {props.children}
      </div>
      <div ref={end} className="-mt-2 h-px shrink-0" />
    </div>
  )
}
