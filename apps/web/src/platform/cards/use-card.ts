import { chatRule } from '@countersign/protocol'
import { useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { useClock } from '../../data/context.ts'
import type { AnswerDecision } from '../../data/view.ts'
import type { AnswerExtra } from '../body.ts'
import type { CardActions, GivenBy } from './card-actions.ts'
import type { CardView } from './card-view.ts'
import { NOTHING_READ } from './ReadToEnd.tsx'
import type { Reading } from './ReadToEnd.tsx'
import { useArming } from './use-arming.ts'
import type { CardArming } from './use-arming.ts'
import { namedParts, usePartsChoice, wantsAll, wantsNothing } from './use-parts-choice.ts'
import type { ChangeInParts, PartsChoice } from './use-parts-choice.ts'

export type CardPanel = 'answers' | 'more' | 'confirm' | 'rule_chat' | 'rule_always'

/** Handlers for an answer button: a pointer press is accepted only if the button has not just moved. */
export interface PressHandlers {
  readonly onPointerDown: () => void
  readonly onClick: (event: MouseEvent) => void
}

/** The state of a card until it is answered. The bar is inside the card, or at the bottom of a phone. */
export interface CardControl {
  /** Refs for the card and for the row of answers, which must not have moved. */
  readonly setCard: (element: HTMLElement | null) => void
  readonly setBar: (element: HTMLElement | null) => void
  readonly focus: () => void
  /** Unfolds the folded parts of the body. The focus stays on the card. */
  readonly showDetails: () => void
  readonly arming: CardArming
  readonly panel: CardPanel
  readonly showPanel: (panel: CardPanel) => void
  /** Null: the field is closed. */
  readonly note: string | null
  readonly setNote: (note: string | null) => void
  readonly typed: string
  readonly setTyped: (typed: string) => void
  /** The end of the body has been on screen. */
  readonly read: boolean
  readonly setRead: () => void
  /** How much of the body has been on screen. */
  readonly reading: Reading
  readonly setReading: (reading: Reading) => void
  readonly moved: boolean
  /** The parts of the change that a yes covers. */
  readonly choice: PartsChoice
  readonly mayAllow: boolean
  /** Whether a yes may apply to later calls: only if it covers the whole change. */
  readonly mayKeep: boolean
  readonly press: (decision: AnswerDecision, by: GivenBy) => void
  readonly send: (decision: AnswerDecision, by: GivenBy, rule?: string, extra?: AnswerExtra) => void
  readonly pressing: (run: (by: GivenBy) => void) => PressHandlers
  /** Sets the answer of the shortcut for yes, for a body with its own answers. */
  readonly setYes: (extra: AnswerExtra | null) => void
}

/** `change` is the whole change, because `view` may be shortened. */
export function useCard(view: CardView, actions: CardActions, change: ChangeInParts = view): CardControl {
  const [card, setCard] = useState<HTMLElement | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const arming = useArming(card, bar, useClock())
  const [panel, showPanel] = useState<CardPanel>('answers')
  const [note, setNote] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [read, setRead] = useState(false)
  const [reading, setReading] = useState(NOTHING_READ)
  const { moved, pressing } = usePressing(arming)
  const yes = useRef<AnswerExtra | null>({})
  const given = view.state.name === 'pending' ? undefined : view.state.answer.parts
  // As in the terminal, a call that always asks is answered as a whole.
  const choice = usePartsChoice(view.confirm.kind === 'none' ? change : { body: view.body }, given)

  // As in the terminal, nothing can be allowed until its last line has been on screen.
  const mayAllow =
    read && !wantsNothing(choice) && (view.confirm.kind !== 'type_name' || typed === view.confirm.name)
  const mayKeep = view.lasts && read && wantsAll(choice)

  function send(decision: AnswerDecision, by: GivenBy, rule?: string, extra: AnswerExtra = {}): void {
    // A rule drafted while a part was left out would cover more than the person selected.
    if ((decision === 'allow_chat' || decision === 'allow_always') && !wantsAll(choice)) return
    const feedback = note?.trim() ?? ''
    const words = { ...(rule === undefined ? {} : { rule }), ...(feedback === '' ? {} : { feedback }) }
    const parts = decision === 'allow_once' ? namedParts(choice) : {}
    actions.answer({ decision, hash: view.hash, ...words, ...parts, ...extra }, by)
  }

  function sendForChat(by: GivenBy): void {
    const rule = chatRule(view.tool, view.offers)
    if (rule !== undefined) send('allow_chat', by, rule.rule)
  }

  function press(decision: AnswerDecision, by: GivenBy): void {
    if (view.state.name !== 'pending') return
    switch (decision) {
      case 'deny':
        return send('deny', by)
      case 'allow_once':
        if (!mayAllow || yes.current === null) return
        return view.confirm.kind === 'second_press'
          ? showPanel('confirm')
          : send('allow_once', by, undefined, yes.current)
      case 'allow_chat':
        if (!mayKeep) return
        return view.body.kind === 'shell' ? showPanel('rule_chat') : sendForChat(by)
      case 'allow_always':
        return mayKeep ? showPanel('rule_always') : undefined
    }
  }

  return {
    setCard,
    setBar,
    focus: () => card?.focus(),
    showDetails: () =>
      card?.querySelector<HTMLElement>('button[data-unread], button[data-show-all]')?.click(),
    arming,
    panel,
    showPanel,
    note,
    setNote,
    typed,
    setTyped,
    read,
    setRead: () => setRead(true),
    reading,
    setReading,
    moved,
    choice: {
      ...choice,
      toggle: (id) => {
        choice.toggle(id)
        // An open panel belongs to the previous choice.
        showPanel('answers')
      },
    },
    mayAllow,
    mayKeep,
    press,
    send,
    pressing,
    setYes: (extra) => {
      yes.current = extra
    },
  }
}

/** Handlers of the answer buttons, and whether the last press hit a card that had just moved. */
function usePressing(arming: CardArming): Pick<CardControl, 'moved' | 'pressing'> {
  const [moved, setMoved] = useState(false)
  const steady = useRef(false)
  return {
    moved,
    pressing: (run) => ({
      onPointerDown: () => {
        steady.current = arming.takesPress()
      },
      onClick: (event) => {
        // Keyboards and screen readers click without a pointer, which shows as detail 0.
        const byPointer = event.detail > 0
        setMoved(byPointer && !steady.current)
        if (!byPointer || steady.current) run(byPointer ? 'pointer' : 'key')
        steady.current = false
      },
    }),
  }
}
