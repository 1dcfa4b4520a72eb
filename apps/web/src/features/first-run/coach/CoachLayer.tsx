import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useView } from '../../../data/context.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { endHint, hintsIn, MARKS, onHints, remembered } from './coach-store.ts'
import type { MarkName } from './coach-store.ts'
import { placeHint } from './place-hint.ts'
import type { PlacedHint, Side } from './place-hint.ts'
import { texts } from './texts.ts'

const LOOK_MS = 250

/** One hint at a time, next to its element. It never takes the focus, covers no card, and moves nothing. */
export function CoachLayer({ path }: { path: string }) {
  const left = useSyncExternalStore(onHints, () => remembered(window.localStorage))
  const marks = hintsIn(left)
  const narrow = useNarrow()
  const [shown, place, setNote] = usePlace(marks)
  const end = (mark: MarkName): void => endHint(window.localStorage, mark)
  const escape = useEffectEvent(() => {
    if (shown !== null && place !== null) end(shown)
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') escape()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  useDone(marks, path, end)
  if (shown === null) return null
  return (
    <aside
      ref={setNote}
      aria-label={texts.hint}
      data-coach-mark={shown}
      data-side={place?.side}
      // Positions are known only here; the page's security policy lets scripts set them, but not attributes.
      style={place === null ? { visibility: 'hidden', left: 0, top: 0 } : { left: place.x, top: place.y }}
      className="fixed z-20 w-64 max-w-[calc(100vw-1rem)] rounded-card border border-accent bg-raised p-3 shadow-float"
    >
      <div className="flex items-start gap-2">
        <p className="flex-1 text-label font-semibold">{texts.marks[shown].title}</p>
        <span className="-my-1.5 -me-1.5 flex">
          <Button kind="quiet" size="icon" aria-label={texts.close} onClick={() => end(shown)}>
            <X size={14} aria-hidden="true" />
          </Button>
        </span>
      </div>
      {/* A phone has no keyboard shortcuts. */}
      <p className="text-label text-ink-2">
        {texts.marks[shown].text} {!narrow && texts.marks[shown].keys}
      </p>
      <p className="pt-1 text-hint text-ink-3">
        {texts.step(MARKS.indexOf(shown) + 1, MARKS.length)} {!narrow && texts.escape}
      </p>
    </aside>
  )
}

/** The next hint once its element is visible, and where it fits. */
function usePlace(
  marks: readonly MarkName[],
): [MarkName | null, PlacedHint | null, (note: HTMLElement | null) => void] {
  const [shown, setShown] = useState<MarkName | null>(null)
  const [place, setPlace] = useState<PlacedHint | null>(null)
  const note = useRef<HTMLElement | null>(null)
  const look = useEffectEvent(() => {
    const next = marks[0] ?? null
    const thing = next === null ? null : thingOf(next)
    const mark = thing === null ? null : next
    const size = note.current?.getBoundingClientRect()
    setShown(mark)
    const spot =
      thing === null || size === undefined
        ? null
        : placeHint({
            anchor: thing.getBoundingClientRect(),
            size,
            screen: { width: window.innerWidth, height: window.innerHeight },
            sides: SIDES[next ?? 'card'],
            keepFree: [...document.querySelectorAll('[data-card], [data-row], #composer, header')].map(
              (one) => one.getBoundingClientRect(),
            ),
          })
    setPlace((before) => (same(before, spot) ? before : spot))
  })
  useEffect(() => {
    const now = (): void => look()
    const timer = window.setInterval(now, LOOK_MS)
    window.addEventListener('resize', now)
    window.addEventListener('scroll', now, true)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('resize', now)
      window.removeEventListener('scroll', now, true)
    }
  }, [])
  return [
    shown,
    place,
    (element) => {
      note.current = element
    },
  ]
}

/** Dismissed by doing it: the card was answered, the mode menu or the waiting list opened. */
function useDone(marks: readonly MarkName[], path: string, end: (mark: MarkName) => void): void {
  const done = useEffectEvent((mark: MarkName) => {
    if (marks.includes(mark)) end(mark)
  })
  useEffect(() => {
    if (path === '/waiting') done('waiting')
  }, [path])
  const answered = useView((view) => view.answers.size)
  useEffect(() => {
    if (answered > 0) done('card')
  }, [answered])
  useEffect(() => {
    const clicked = (event: Event): void => {
      const thing = event.target instanceof Element ? event.target.closest(THINGS.mode) : null
      if (thing !== null) done('mode')
    }
    window.addEventListener('click', clicked, true)
    return () => window.removeEventListener('click', clicked, true)
  }, [])
}

/** The element of each hint. */
const THINGS: Readonly<Record<MarkName, string>> = {
  card: '[data-card][data-state="pending"], [data-coach="card"]',
  mode: '#composer-mode',
  waiting: '[data-coach="waiting"]',
}

const SIDES: Readonly<Record<MarkName, readonly Side[]>> = {
  card: ['right', 'left', 'below', 'above'],
  mode: ['left', 'above', 'right'],
  waiting: ['below', 'above', 'left'],
}

function thingOf(mark: MarkName): Element | null {
  const found = [...document.querySelectorAll(THINGS[mark])]
  return found.find((thing) => isOnScreen(thing)) ?? null
}

function isOnScreen(thing: Element): boolean {
  const { width, height, top, bottom } = thing.getBoundingClientRect()
  return width > 0 && height > 0 && bottom > 0 && top < window.innerHeight
}

function same(a: PlacedHint | null, b: PlacedHint | null): boolean {
  return a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y && a.side === b.side)
}
