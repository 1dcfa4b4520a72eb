import { ArrowDownToLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { CardFrame } from '../approvals/ApprovalCard.tsx'
import type { CardActions } from '../approvals/card-actions.ts'
import type { CardView } from '../approvals/card-view.ts'
import { useCard } from '../approvals/use-card.ts'
import { Button } from '../ui/Button.tsx'
import { PhoneAnswers } from './PhoneAnswers.tsx'
import { texts } from './texts.ts'

export interface OpenCardProps {
  /** Null between two cards: the bar is there and empty. */
  readonly view: CardView | null
  readonly actions: CardActions | null
  /** The other cards, folded, below. */
  readonly children: ReactNode
}

/** The open card above, its answers at the foot of the screen. */
export function OpenCard({ view, actions, children }: OpenCardProps) {
  if (view === null || actions === null) {
    return (
      <Screen bar={<div className="min-h-28" />}>
        <div />
        {children}
      </Screen>
    )
  }
  return (
    <CardOnScreen view={view} actions={actions}>
      {children}
    </CardOnScreen>
  )
}

function CardOnScreen(props: { view: CardView; actions: CardActions; children: ReactNode }) {
  const card = useCard(props.view, props.actions)
  const end = useRef<HTMLDivElement>(null)
  const below = useIsBelow(end)
  return (
    <Screen
      bar={
        <>
          {/* Above the answers, which stand at the foot of the screen: they do not move when it comes and goes. */}
          {below && (
            <div className="flex justify-center pb-1">
              <Button kind="quiet" onClick={() => end.current?.scrollIntoView({ block: 'end' })}>
                <ArrowDownToLine size={16} aria-hidden="true" />
                {texts.toEnd}
              </Button>
            </div>
          )}
          <PhoneAnswers view={props.view} actions={props.actions} card={card} />
        </>
      }
    >
      <div className="flex shrink-0 flex-col">
        <CardFrame view={props.view} actions={props.actions} card={card} tall />
        <div ref={end} className="h-px scroll-mb-3" />
      </div>
      {props.children}
    </Screen>
  )
}

/** Its place is further down than what is on screen. */
function useIsBelow(element: RefObject<HTMLElement | null>): boolean {
  const [below, setBelow] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (last === undefined) return
      const edge = last.rootBounds?.bottom ?? window.innerHeight
      setBelow(!last.isIntersecting && last.boundingClientRect.top > edge / 2)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return below
}

function Screen({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      {/* The space around the cards is not the scroll box's own: what sticks to its top would stand below it. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="flex flex-col gap-3 p-3">
          <h1 className="sr-only">{texts.title}</h1>
          <h2 className="sr-only">{texts.openCard}</h2>
          {children}
        </div>
      </div>
      <section
        aria-label={texts.answers}
        className="shrink-0 border-t border-line bg-panel px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        {bar}
      </section>
    </div>
  )
}
