import { FilePen, FileX, Globe, Plug, SquareTerminal } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { Mark } from '../ui/Mark.tsx'
import { Visible } from '../ui/Visible.tsx'
import type { CardView } from './card-view.ts'
import { Countdown } from './Countdown.tsx'
import { texts } from './texts.ts'

/** Mark, what it is, and how long there is to answer. */
export function CardHeader({ view, id }: { view: CardView; id: string }) {
  const locked = view.confirm.kind !== 'none'
  const Icon = ICONS[view.body.kind]
  return (
    <header
      className={cx(
        'flex min-h-10 items-center gap-2 px-3 py-2',
        locked ? 'bg-stop-bg text-stop' : 'bg-wait-bg text-wait',
      )}
    >
      <Mark state="waits" tone="inherit" />
      <Icon size={16} aria-hidden="true" className="shrink-0" />
      <h3 id={id} className="min-w-0 flex-1 text-title font-semibold">
        <Visible text={view.title} />
      </h3>
      <span className="flex shrink-0 flex-wrap justify-end gap-x-1 text-hint text-ink-2">
        {locked && <span>{texts.alwaysAsks}</span>}
        {view.position !== null && view.position.of > 1 && (
          <span>{texts.position(view.position.index, view.position.of)}</span>
        )}
        {view.position !== null && view.position.of > 1 && view.expiresAt !== null && <span aria-hidden="true">·</span>}
        {locked && view.expiresAt !== null && (view.position?.of ?? 1) < 2 && <span aria-hidden="true">·</span>}
        {view.expiresAt !== null && <Countdown expiresAt={view.expiresAt} />}
      </span>
    </header>
  )
}

const ICONS: Readonly<Record<CardView['body']['kind'], LucideIcon>> = {
  shell: SquareTerminal,
  write: FilePen,
  path: FileX,
  url: Globe,
  arguments: Plug,
}
