import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

/** The body scrolls inside the card; header and answers stay in view. Tells once when its end was on screen. */
export function ReadToEnd(props: { id: string; label: string; onEnd: () => void; children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null)
  const { onEnd } = props
  const tell = useRef(onEnd)
  tell.current = onEnd
  useEffect(() => {
    const element = end.current
    if (element === null) return
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.some((entry) => entry.isIntersecting)
      if (seen && element.parentElement?.querySelector('[data-unread]') === null) tell.current()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      id={props.id}
      aria-label={props.label}
      // A scroll box must be reachable by keyboard.
      tabIndex={0}
      className="flex max-h-[45dvh] flex-col gap-2 overflow-y-auto rounded-control"
    >
      {props.children}
      <div ref={end} className="h-px shrink-0" />
    </section>
  )
}
