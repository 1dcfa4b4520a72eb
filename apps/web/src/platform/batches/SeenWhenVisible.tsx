import { useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds on screen after which a line is considered seen. */
const SEEN_MS = 300

/** Reports once that its line has been on screen for a moment. */
export function SeenWhenVisible({ onSeen }: { onSeen: () => void }) {
  const line = useRef<HTMLSpanElement>(null)
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    const element = line.current
    if (element === null) return
    let timer = 0
    const observer = new IntersectionObserver((entries) => {
      window.clearTimeout(timer)
      const visible = entries.at(-1)?.isIntersecting === true && document.visibilityState === 'visible'
      if (visible) timer = window.setTimeout(() => tell(), SEEN_MS)
    })
    observer.observe(element)
    return () => {
      window.clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  return <span ref={line} className="block h-px" />
}
