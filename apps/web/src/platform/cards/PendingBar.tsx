import { Suspense } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useBodyView } from '../features-context.ts'
import { KeyHint } from '../keys/KeyHint.tsx'
import type { CardView } from './card-view.ts'
import { chatCovers } from './covers.ts'
import { allowText, partsAnswerTexts } from './parts-answer-texts.ts'
import { texts } from './texts.ts'
import { TypeName } from './TypeName.tsx'
import type { CardControl } from './use-card.ts'
import { wantsAll } from './use-parts-choice.ts'

/** The four answers. Only "Allow once" is filled; "Deny" stands apart at the far end. */
export function PendingBar({ view, card }: { view: CardView; card: CardControl }) {
  const { armed } = card.arming
  const named = (word: string): string => `${word}: ${view.specifier === '' ? view.title : view.specifier}`
  const open = view.confirm.kind === 'none'
  const Own = useBodyView(view.body.kind)?.answers
  return (
    <div className="flex flex-wrap items-center gap-2">
      {view.confirm.kind === 'type_name' && <TypeName name={view.confirm.name} card={card} />}
      {Own !== undefined && (
        <Suspense fallback={null}>
          <Own
            body={view.body}
            mayAllow={card.mayAllow && open}
            named={named}
            allow={(extra) => ({
              ...card.pressing((by) => card.mayAllow && card.send('allow_once', by, undefined, extra)),
            })}
          />
        </Suspense>
      )}
      {Own === undefined && (
        <Button
          kind="primary"
          disabled={!card.mayAllow}
          aria-label={named(allowText(card.choice))}
          {...card.pressing((by) => card.press('allow_once', by))}
        >
          {allowText(card.choice)}
          {open && <KeyHint act="allow" armed={armed} />}
        </Button>
      )}
      {view.lasts && Own === undefined && (
        <>
          <span className="hidden gap-2 @min-[37rem]:flex">
            <Button
              disabled={!card.mayKeep}
              aria-label={named(texts.allowThread)}
              {...card.pressing((by) => card.press('allow_chat', by))}
            >
              {texts.allowThread}
              <KeyHint act="chat" armed={armed} />
            </Button>
            <Button
              disabled={!card.mayKeep}
              aria-label={named(texts.allowAlways)}
              {...card.pressing((by) => card.press('allow_always', by))}
            >
              {texts.allowAlways}
              <KeyHint act="always" armed={armed} />
            </Button>
          </span>
          <span className="@min-[37rem]:hidden">
            <Button onClick={() => card.showPanel('more')}>{texts.allowMore}</Button>
          </span>
        </>
      )}
      {card.note === null && (
        <Button kind="quiet" aria-label={named(texts.note)} onClick={() => card.setNote('')}>
          {texts.note}
          <KeyHint act="note" armed={armed} />
        </Button>
      )}
      <span className="ms-auto ps-4">
        <Button
          kind="refuse"
          aria-label={named(texts.deny)}
          {...card.pressing((by) => card.press('deny', by))}
        >
          {(card.note ?? '').trim() === '' ? texts.deny : texts.denyWithNote}
          {open && <KeyHint act="deny" armed={armed} />}
        </Button>
      </span>
      {view.lasts && Own === undefined && view.body.kind !== 'shell' && (
        <p className="hidden w-full text-hint text-ink-3 @min-[37rem]:block">
          {wantsAll(card.choice) ? texts.chatCovers(chatCovers(view.tool)) : partsAnswerTexts.wholeOnly}
        </p>
      )}
      {!view.lasts && open && view.body.kind === 'shell' && (
        <p className="w-full text-hint text-ink-3">{texts.onceOnly}</p>
      )}
      {!card.read && (view.confirm.kind !== 'none' || card.reading.cut) && (
        <p className="w-full text-hint text-ink-2">{texts.readToEnd}</p>
      )}
    </div>
  )
}
