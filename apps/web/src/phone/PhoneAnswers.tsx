import { Rail } from '../composer/Rail.tsx'
import { useView } from '../data/context.ts'
import { AnswerBar } from '../approvals/AnswerBar.tsx'
import type { CardActions } from '../approvals/card-actions.ts'
import type { CardView } from '../approvals/card-view.ts'
import { texts } from '../approvals/texts.ts'
import { TypeName } from '../approvals/TypeName.tsx'
import type { CardControl } from '../approvals/use-card.ts'
import { Button } from '../ui/Button.tsx'

export interface PhoneAnswersProps {
  readonly view: CardView
  readonly actions: CardActions
  readonly card: CardControl
}

/** Deny left and narrower, Allow right, apart and above the home indicator. No swipe is an answer. */
export function PhoneAnswers({ view, actions, card }: PhoneAnswersProps) {
  const mode = useView(
    (all) => all.threads?.find((thread) => thread.id === view.thread)?.permission_mode ?? 'default',
  )
  const simple =
    view.state.name === 'pending' &&
    view.state.trouble === null &&
    card.panel === 'answers' &&
    card.note === null
  return (
    <div className="flex flex-col gap-2">
      <Rail mode={mode} />
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
      {view.confirm.kind !== 'none' && !card.read && (
        <p className="text-hint text-ink-2">{texts.readToEnd}</p>
      )}
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
            aria-label={`${texts.allowOnce}: ${object}`}
            {...card.pressing((by) => card.press('allow_once', by))}
          >
            {texts.allowOnce}
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
