import { chatRule } from '@countersign/protocol'
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

/** The four answers. Only "Allow once" is filled; "Deny" is set apart at the far end. */
export function PendingBar({ view, card }: { view: CardView; card: CardControl }) {
  const { armed } = card.arming
  const named = (word: string): string => `${word}: ${view.specifier === '' ? view.title : view.specifier}`
  const open = view.confirm.kind === 'none'
  const own = useBodyView(view.body.kind)
  const Own = own?.answers
  const lasts = view.lasts && Own === undefined
  const deny = own?.deny ?? texts.deny
  return (
    <div className="flex flex-wrap items-center gap-2">
      {view.confirm.kind === 'type_name' && <TypeName name={view.confirm.name} card={card} />}
      {Own !== undefined && (
        <Suspense fallback={null}>
          <Own
            body={view.body}
            mayAllow={card.mayAllow && open}
            named={named}
            yesKey={<KeyHint act="allow" armed={armed} />}
            setYes={card.setYes}
            chatRule={view.lasts ? chatRule(view.tool, view.offers) : undefined}
            allowChat={{ ...card.pressing((by) => card.press('allow_chat', by)) }}
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
      {lasts && <LastingAnswers card={card} named={named} />}
      {card.note === null && (
        <Button kind="quiet" aria-label={named(texts.note)} onClick={() => card.setNote('')}>
          {texts.note}
          <KeyHint act="note" armed={armed} />
        </Button>
      )}
      <span className="ms-auto ps-4">
        <Button kind="refuse" aria-label={named(deny)} {...card.pressing((by) => card.press('deny', by))}>
          {(card.note ?? '').trim() === ''
            ? deny
            : own?.deny === undefined
              ? texts.denyWithNote
              : texts.withNote(deny)}
          {open && <KeyHint act="deny" armed={armed} />}
        </Button>
      </span>
      <Hints view={view} card={card} lasts={lasts} />
    </div>
  )
}

/** The two answers that also apply to later calls: side by side on a wide card, behind one button on a narrow one. */
function LastingAnswers({ card, named }: { card: CardControl; named: (word: string) => string }) {
  const { armed } = card.arming
  return (
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
  )
}

/** Explains the scope of the answers, and why one of them is still disabled. */
function Hints({ view, card, lasts }: { view: CardView; card: CardControl; lasts: boolean }) {
  const open = view.confirm.kind === 'none'
  const isShell = view.body.kind === 'shell'
  return (
    <>
      {lasts && !isShell && (
        <p className="hidden w-full text-hint text-ink-3 @min-[37rem]:block">
          {wantsAll(card.choice)
            ? texts.chatCovers(chatCovers(view.tool, view.offers))
            : partsAnswerTexts.wholeOnly}
        </p>
      )}
      {!view.lasts && open && isShell && <p className="w-full text-hint text-ink-3">{texts.onceOnly}</p>}
      {!card.read && (!open || card.reading.cut) && (
        <p className="w-full text-hint text-ink-2">{texts.readToEnd}</p>
      )}
    </>
  )
}
