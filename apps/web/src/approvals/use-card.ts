import { useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { useClock } from '../data/context.ts'
import type { Answer, AnswerDecision } from '../data/view.ts'
import type { CardActions, GivenBy } from './card-actions.ts'
import type { CardView } from './card-view.ts'
import { useArming } from './use-arming.ts'
import type { CardArming } from './use-arming.ts'

export type CardPanel = 'answers' | 'more' | 'confirm' | 'rule_chat' | 'rule_always'

/** Handlers of a button that gives an answer: a pointer press counts only on steady ground. */
export interface PressHandlers {
  readonly onPointerDown: () => void
  readonly onClick: (event: MouseEvent) => void
}

/** What a card remembers between a look and an answer. The bar may stand in the card or at the foot of a phone. */
export interface CardControl {
  /** Give these to the elements: the card, and the row of answers that must stand still. */
  readonly setCard: (element: HTMLElement | null) => void
  readonly setBar: (element: HTMLElement | null) => void
  readonly focus: () => void
  /** Unfolds what is folded in the body. The focus stays on the card. */
  readonly showDetails: () => void
  readonly arming: CardArming
  readonly panel: CardPanel
  readonly showPanel: (panel: CardPanel) => void
  /** Null: the field is closed. */
  readonly note: string | null
  readonly setNote: (note: string | null) => void
  readonly typed: string
  readonly setTyped: (typed: string) => void
  /** The end of the body was on screen. */
  readonly read: boolean
  readonly setRead: () => void
  readonly moved: boolean
  readonly mayAllow: boolean
  readonly press: (decision: AnswerDecision, by: GivenBy) => void
  readonly send: (decision: AnswerDecision, by: GivenBy, rule?: string) => void
  readonly pressing: (run: (by: GivenBy) => void) => PressHandlers
}

export function useCard(view: CardView, actions: CardActions): CardControl {
  const [card, setCard] = useState<HTMLElement | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const arming = useArming(card, bar, useClock())
  const [panel, showPanel] = useState<CardPanel>('answers')
  const [note, setNote] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [read, setRead] = useState(false)
  const [moved, setMoved] = useState(false)
  const steady = useRef(false)

  const mayAllow =
    view.confirm.kind === 'none' ||
    (read && (view.confirm.kind !== 'type_name' || typed === view.confirm.name))

  function send(decision: AnswerDecision, by: GivenBy, rule?: string): void {
    const feedback = note?.trim() ?? ''
    const answer: Answer = {
      decision,
      hash: view.hash,
      ...(rule === undefined ? {} : { rule }),
      ...(feedback === '' ? {} : { feedback }),
    }
    actions.answer(answer, by)
  }

  function press(decision: AnswerDecision, by: GivenBy): void {
    if (view.state.name !== 'pending') return
    switch (decision) {
      case 'deny':
        return send('deny', by)
      case 'allow_once':
        if (!mayAllow) return
        return view.confirm.kind === 'second_press' ? showPanel('confirm') : send('allow_once', by)
      case 'allow_chat':
        if (!view.lasts) return
        return view.body.kind === 'shell' ? showPanel('rule_chat') : send('allow_chat', by, view.tool)
      case 'allow_always':
        return view.lasts ? showPanel('rule_always') : undefined
    }
  }

  return {
    setCard,
    setBar,
    focus: () => card?.focus(),
    showDetails: () => card?.querySelector<HTMLElement>('button[data-unread]')?.click(),
    arming,
    panel,
    showPanel,
    note,
    setNote,
    typed,
    setTyped,
    read,
    setRead: () => setRead(true),
    moved,
    mayAllow,
    press,
    send,
    pressing: (run) => ({
      onPointerDown: () => {
        steady.current = arming.takesPress()
      },
      onClick: (event) => {
        // Keyboards and screen readers click without a pointer: detail 0.
        const byPointer = event.detail > 0
        setMoved(byPointer && !steady.current)
        if (!byPointer || steady.current) run(byPointer ? 'pointer' : 'key')
        steady.current = false
      },
    }),
  }
}
