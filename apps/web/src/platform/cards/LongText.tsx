import { useEffect, useRef, useState } from 'react'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** A text longer than this gets its own box, which shows its length. */
const LONG = 200
const MANY_LINES = 6

/** Third-party text: a short one inline, a long one in a scroll box that is considered read at its end. */
export function LongText({ text, name }: { text: string; name: string }) {
  const lines = text.split('\n').length
  if (text.length <= LONG && lines <= MANY_LINES) return <Visible text={text} />
  return <ScrollBox text={text} name={name} />
}

function ScrollBox({ text, name }: { text: string; name: string }) {
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const [read, setRead] = useState(false)
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setRead(true)
      },
      { root: box.current },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div
        ref={box}
        role="group"
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        data-unread={read ? undefined : 'scroll'}
        className="max-h-40 overflow-y-auto rounded-mark border border-line bg-ground px-2 py-1 whitespace-pre-wrap"
      >
        <Visible text={text} />
        <span ref={end} className="block h-px" />
      </div>
      <span className="font-sans text-hint text-ink-3">{texts.characters(text.length)}</span>
    </>
  )
}
