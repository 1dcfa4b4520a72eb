import { Plug } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Mark } from '../../ui/Mark.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { useBodyView } from '../features-context.ts'
import type { CardView } from './card-view.ts'
import { Countdown } from './Countdown.tsx'
import { texts } from './texts.ts'

/** Shows the mark, the title, and the time left to answer. */
export function CardHeader({ view, id }: { view: CardView; id: string }) {
  const locked = view.confirm.kind !== 'none'
  const Icon = useBodyView(view.body.kind)?.icon ?? Plug
  return (
    <header
      className={cx(
        'flex min-h-10 flex-wrap items-center gap-x-2 px-3 py-2',
        locked ? 'bg-stop-bg text-stop' : 'bg-wait-bg text-wait',
      )}
    >
      <Mark state="waits" tone="inherit" />
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <h3 id={id} className="min-w-32 flex-1 text-title font-semibold">
        <Visible text={view.title} />
      </h3>
      <span className="ms-auto text-end text-hint text-ink-2">
        {cornerWords(view).join(' · ')}
        {cornerWords(view).length > 0 && view.expiresAt !== null && ' · '}
        {view.expiresAt !== null && <Countdown expiresAt={view.expiresAt} />}
      </span>
    </header>
  )
}

function cornerWords(view: CardView): readonly string[] {
  const words: string[] = []
  if (view.confirm.kind !== 'none') words.push(texts.alwaysAsks)
  if (view.position !== null && view.position.of > 1)
    words.push(texts.position(view.position.index, view.position.of))
  return words
}
