import { Button } from '../../ui/Button.tsx'
import type { CardView } from './card-view.ts'
import { chatCovers } from './covers.ts'
import { scrollToSee } from '../../ui/scroll-to-see.ts'
import { partsAnswerTexts } from './parts-answer-texts.ts'
import { texts } from './texts.ts'
import type { CardControl } from './use-card.ts'
import { wantsAll } from './use-parts-choice.ts'

/** The two middle answers, for cards that are too narrow to show all four in a row. */
export function MoreBar({ view, card }: { view: CardView; card: CardControl }) {
  const object = view.specifier === '' ? view.title : view.specifier
  return (
    <div ref={scrollToSee} className="flex scroll-my-4 flex-col gap-2">
      <Button
        disabled={!card.mayKeep}
        aria-label={`${texts.allowThread}: ${object}`}
        {...card.pressing((by) => card.press('allow_chat', by))}
      >
        {texts.allowThread}
      </Button>
      {view.body.kind !== 'shell' && (
        <p className="text-hint text-ink-3">
          {wantsAll(card.choice)
            ? texts.chatCovers(chatCovers(view.tool, view.offers))
            : partsAnswerTexts.wholeOnly}
        </p>
      )}
      <Button
        disabled={!card.mayKeep}
        aria-label={`${texts.allowAlways}: ${object}`}
        {...card.pressing((by) => card.press('allow_always', by))}
      >
        {texts.allowAlways}
      </Button>
      <Button kind="quiet" onClick={() => card.showPanel('answers')}>
        {texts.goBack}
      </Button>
    </div>
  )
}
