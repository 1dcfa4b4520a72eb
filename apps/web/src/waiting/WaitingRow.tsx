import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { countdown } from '../ui/times.ts'
import { Mark } from '../ui/Mark.tsx'
import { useNow } from '../data/context.ts'
import type { OpenQuestion } from '../data/selectors.ts'
import { Visible } from '../ui/Visible.tsx'
import { middleCut } from './middle-cut.ts'
import { texts } from './texts.ts'

export interface WaitingRowProps {
  readonly question: OpenQuestion
  readonly open: boolean
  readonly onToggle: () => void
  /** The card, when the row is open. */
  readonly children?: ReactNode
}

/** One question as a row; it unfolds to the card in its place. */
export function WaitingRow({ question, open, onToggle, children }: WaitingRowProps) {
  const { call, approval } = question
  const now = useNow(1000)
  return (
    <li className="flex flex-col gap-2">
      <button
        type="button"
        aria-expanded={open}
        data-row={call.id}
        onClick={onToggle}
        className="flex min-h-control w-full items-center gap-3 rounded-card border border-line bg-panel px-3 text-start"
      >
        <Mark state="waits" />
        <span className="shrink-0 font-semibold">
          <Visible text={call.title} />
        </span>
        <code className="min-w-0 flex-1 truncate font-mono text-code text-ink-2" title={call.specifier}>
          <Visible text={middleCut(call.specifier, 80)} />
        </code>
        <span className="shrink-0 text-hint text-ink-3 tabular-nums">
          {texts.waits(countdown(now - approval.asked_at))}
          {approval.expires_at !== null && ` · ${texts.left(countdown(approval.expires_at - now))}`}
        </span>
        {open ? <ChevronDown size={16} aria-hidden="true" /> : <ChevronRight size={16} aria-hidden="true" />}
      </button>
      {open && children}
    </li>
  )
}
