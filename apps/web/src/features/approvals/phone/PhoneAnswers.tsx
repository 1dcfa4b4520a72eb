import { useState } from 'react'
import { ModeRail } from '../../../platform/modes/ModeRail.tsx'
import { useView } from '../../../data/context.ts'
import { AnswerBar } from '../../../platform/cards/AnswerBar.tsx'
import type { CardActions } from '../../../platform/cards/card-actions.ts'
import type { CardView } from '../../../platform/cards/card-view.ts'
import { allowText, partsAnswerTexts } from '../../../platform/cards/parts-answer-texts.ts'
import { texts } from '../../../platform/cards/texts.ts'
import { TypeName } from '../../../platform/cards/TypeName.tsx'
import type { CardControl } from '../../../platform/cards/use-card.ts'
import { leftOut, wantsAll, wantsNothing } from '../../../platform/cards/use-parts-choice.ts'
import { useBodyView } from '../../../platform/features-context.ts'
import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/Button.tsx'

export interface PhoneAnswersProps {
  readonly view: CardView
  readonly actions: CardActions
  readonly card: CardControl
}

/** Deny on the left and narrower, Allow on the right, apart and above the home indicator. No swipe is an answer. */
export function PhoneAnswers({ view, actions, card }: PhoneAnswersProps) {
  const mode = useView(
    (all) => all.threads?.find((thread) => thread.id === view.thread)?.permission_mode ?? 'default',
  )
  const ownAnswers = useBodyView(view.body.kind)?.answers !== undefined
  const simple =
    !ownAnswers &&
    view.state.name === 'pending' &&
    view.state.trouble === null &&
    card.panel === 'answers' &&
    card.note === null
  return (
    <div className="flex flex-col gap-2">
      <ModeRail mode={mode} />
      {simple && !card.moved ? (
        <BigAnswers view={view} card={card} />
      ) : (
        <AnswerBar view={view} card={card} actions={actions} />
      )}
    </div>
  )
}

function BigAnswers({ view, card }: { view: CardView; card: CardControl }) {
  const object = view.specifier === '' ? view.title : view.specifier
  const { setBar } = card
  return (
    <div ref={setBar} className="flex flex-col gap-2">
      {view.confirm.kind === 'type_name' && <TypeName name={view.confirm.name} card={card} />}
      <BarWords card={card} />
      <div className="flex gap-2">
        <span className="flex w-1/3">
          <Button
            kind="refuse"
            size="large"
            grow
            aria-label={`${texts.deny}: ${object}`}
            {...card.pressing((by) => card.press('deny', by))}
          >
            {texts.deny}
          </Button>
        </span>
        <span className="flex flex-1">
          <Button
            kind="primary"
            size="large"
            grow
            disabled={!card.mayAllow}
            aria-label={`${allowText(card.choice)}: ${object}`}
            {...card.pressing((by) => card.press('allow_once', by))}
          >
            {allowText(card.choice)}
          </Button>
        </span>
      </div>
      <div className="flex justify-center gap-2">
        {view.lasts && (
          <Button kind="quiet" onClick={() => card.showPanel('more')}>
            {texts.allowMore}
          </Button>
        )}
        <Button kind="quiet" onClick={() => card.setNote('')}>
          {texts.note}
        </Button>
      </div>
    </div>
  )
}

/**
 * What keeps Allow disabled, or which parts are excluded. It has a fixed place, as tall as the note about reading: otherwise everything
 * above would move under the finger at the moment when the end is seen.
 */
function BarWords({ card: { read, choice } }: { card: CardControl }) {
  const [hadToRead] = useState(!read)
  const words = wantsAll(choice)
    ? null
    : wantsNothing(choice)
      ? partsAnswerTexts.none
      : partsAnswerTexts.without(leftOut(choice))
  return (
    <div className="grid text-hint text-ink-2 *:col-start-1 *:row-start-1">
      {hadToRead && <p className={cx((read || words !== null) && 'invisible')}>{texts.readToEnd}</p>}
      {words !== null && <p className="text-center">{read ? words : `${words} ${texts.readToEnd}`}</p>}
    </div>
  )
}
