import { Button } from '../ui/Button.tsx'
import type { CardView } from './card-view.ts'
import { scrollToSee } from '../ui/scroll-to-see.ts'
import { texts } from './texts.ts'
import type { CardControl } from './use-card.ts'

/** The two middle answers, where the card is too narrow for them beside the others. */
export function MoreBar({ view, card }: { view: CardView; card: CardControl }) {
  const object = view.specifier === '' ? view.title : view.specifier
  return (
    <div ref={scrollToSee} className="flex scroll-my-4 flex-col gap-2">
      <Button
        aria-label={`${texts.allowChat}: ${object}`}
        {...card.pressing((by) => card.press('allow_chat', by))}
      >
        {texts.allowChat}
      </Button>
      {view.body.kind !== 'shell' && <p className="text-hint text-ink-3">{texts.allowChatTool(view.tool)}</p>}
      <Button
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
