import type { CardActions } from './card-actions.ts'
import type { CardView } from './card-view.ts'
import { ConfirmBar } from './ConfirmBar.tsx'
import { HeldBar, SendingBar } from './GivenBars.tsx'
import { KeepWaiting } from './KeepWaiting.tsx'
import { MoreBar } from './MoreBar.tsx'
import { NoteField } from './NoteField.tsx'
import { PendingBar } from './PendingBar.tsx'
import { RulePanel } from './RulePanel.tsx'
import { texts } from './texts.ts'
import type { CardControl } from './use-card.ts'

export interface AnswerBarProps {
  readonly view: CardView
  readonly card: CardControl
  readonly actions: CardActions
}

/** The place where a person signs: one switch over the state of the answer. */
export function AnswerBar({ view, card, actions }: AnswerBarProps) {
  const { setBar } = card
  return (
    <div ref={setBar} className="flex flex-col gap-2">
      {panelFor(view, card, actions)}
    </div>
  )
}

function panelFor(view: CardView, card: CardControl, actions: CardActions) {
  const of = card.choice.parts.length
  switch (view.state.name) {
    case 'sending': {
      const { answer, at } = view.state
      return <SendingBar answer={answer} of={of} at={at} onAgain={() => actions.answer(answer, 'pointer')} />
    }
    case 'held':
      return (
        <HeldBar
          answer={view.state.answer}
          of={of}
          timed={view.state.until !== null}
          onTakeBack={actions.takeBack}
        />
      )
    case 'pending':
      return (
        <>
          <TroubleLine view={view} />
          {card.note !== null && <NoteField card={card} />}
          {pendingPanel(view, card)}
          {card.moved && (
            <p role="status" className="text-hint text-ink-2">
              {texts.moved}
            </p>
          )}
          {view.expiresAt !== null && <KeepWaiting expiresAt={view.expiresAt} onKeep={actions.keepWaiting} />}
        </>
      )
  }
}

function pendingPanel(view: CardView, card: CardControl) {
  switch (card.panel) {
    case 'answers':
      return <PendingBar view={view} card={card} />
    case 'more':
      return <MoreBar view={view} card={card} />
    case 'confirm':
      return <ConfirmBar view={view} card={card} />
    case 'rule_chat':
      return <RulePanel view={view} card={card} scope="allow_chat" />
    case 'rule_always':
      return <RulePanel view={view} card={card} scope="allow_always" />
  }
}

function TroubleLine({ view }: { view: CardView }) {
  if (view.state.name !== 'pending' || view.state.trouble === null) return null
  return (
    <p role="status" className="text-label font-semibold text-stop">
      {troubleText(view.state.trouble)}
    </p>
  )
}

function troubleText(
  trouble: NonNullable<Extract<CardView['state'], { name: 'pending' }>['trouble']>,
): string {
  switch (trouble.kind) {
    case 'refused':
      return texts.notTaken(trouble.message)
    case 'dropped':
      return texts.dropped
    case 'too_late':
      return texts.tooLate
  }
}
