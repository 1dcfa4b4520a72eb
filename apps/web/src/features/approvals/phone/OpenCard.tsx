import { ArrowDownToLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { CardFrame } from '../../../platform/cards/ApprovalCard.tsx'
import type { CardActions } from '../../../platform/cards/card-actions.ts'
import { shownCall } from '../../../platform/cards/card-view.ts'
import type { CardView } from '../../../platform/cards/card-view.ts'
import { WithWhole } from '../../../platform/cards/CallBodyView.tsx'
import { texts as cardTexts } from '../../../platform/cards/texts.ts'
import { useCard } from '../../../platform/cards/use-card.ts'
import type { ChangeInParts } from '../../../platform/cards/use-parts-choice.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { jumpTo } from '../../../ui/jump-to.ts'
import { PhoneAnswers } from './PhoneAnswers.tsx'
import { PhoneScreen } from './PhoneScreen.tsx'
import { texts } from './texts.ts'

export interface OpenCardProps {
  /** Null between two cards: the bar is visible and empty. */
  readonly view: CardView | null
  readonly actions: CardActions | null
  /** The other cards, folded, below. */
  readonly children: ReactNode
}

/** The open card above, its answers at the bottom of the screen. */
export function OpenCard({ view, actions, children }: OpenCardProps) {
  if (view === null || actions === null) {
    return <PhoneScreen bar={<div className="min-h-28" />}>{children}</PhoneScreen>
  }
  return (
    <WithWhole call={shownCall(view)}>
      {(change) => (
        <CardOnScreen view={view} actions={actions} change={change}>
          {children}
        </CardOnScreen>
      )}
    </WithWhole>
  )
}

interface CardOnScreenProps {
  readonly view: CardView
  readonly actions: CardActions
  readonly change: ChangeInParts
  readonly children: ReactNode
}

function CardOnScreen(props: CardOnScreenProps) {
  const card = useCard(props.view, props.actions, props.change)
  const end = useRef<HTMLDivElement>(null)
  const { below, was } = useIsBelow(end)
  return (
    <PhoneScreen
      bar={
        <>
          {/* It keeps its space once the end was seen: otherwise the parts of the change would move under the finger that ticks one. */}
          {was && (
            <div className={cx('flex items-center justify-center gap-2 pb-1', !below && 'invisible')}>
              {card.reading.total > 1 && (
                <span className="text-hint text-ink-2">
                  {cardTexts.seenOf(card.reading.seen, card.reading.total)}
                </span>
              )}
              <Button kind="quiet" onClick={() => jumpTo(end.current)}>
                <ArrowDownToLine size={16} aria-hidden="true" />
                {cardTexts.toEnd}
              </Button>
            </div>
          )}
          <PhoneAnswers view={props.view} actions={props.actions} card={card} />
        </>
      }
    >
      <h2 className="sr-only">{texts.openCard}</h2>
      <div className="flex shrink-0 flex-col">
        <CardFrame view={props.view} actions={props.actions} card={card} tall />
        <div ref={end} className="h-px scroll-mb-3" />
      </div>
      {props.children}
    </PhoneScreen>
  )
}

/** Whether it is further down than the visible area; `was`: or ever was. */
function useIsBelow(element: RefObject<HTMLElement | null>): {
  readonly below: boolean
  readonly was: boolean
} {
  const [place, setPlace] = useState({ below: false, was: false })
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (last === undefined) return
      const edge = last.rootBounds?.bottom ?? window.innerHeight
      const below = !last.isIntersecting && last.boundingClientRect.top > edge / 2
      setPlace(({ was }) => ({ below, was: was || below }))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return place
}
