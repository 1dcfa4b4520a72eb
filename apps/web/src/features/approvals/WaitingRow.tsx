import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { countdown } from '../../ui/times.ts'
import { Mark } from '../../ui/Mark.tsx'
import { callName } from '../../platform/call-name.ts'
import { useNow } from '../../data/context.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import { Visible } from '../../ui/Visible.tsx'
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
  const { words, object } = callName(call)
  const now = useNow(1000)
  const times = `${texts.waits(countdown(now - approval.asked_at))}${
    approval.expires_at === null ? '' : ` · ${texts.left(countdown(approval.expires_at - now))}`
  }`
  if (open) {
    return (
      <li className="flex flex-col gap-1">
        <button
          type="button"
          aria-expanded="true"
          onClick={onToggle}
          className="flex min-h-6 items-center gap-1 self-end rounded-control px-1 text-hint text-ink-3 tabular-nums"
        >
          <span className="sr-only">{texts.fold(call.title)} </span>
          {texts.waits(countdown(now - approval.asked_at))}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
        {children}
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded="false"
        data-row={call.id}
        onClick={onToggle}
        className="group flex min-h-control w-full items-center gap-3 rounded-card border border-line bg-panel px-3 py-1 text-start"
      >
        <Mark state="waits" />
        <span
          className="max-w-[60%] min-w-0 shrink-0 truncate font-semibold group-focus-visible:whitespace-normal"
          title={words}
        >
          <Visible text={words} />
        </span>{' '}
        <code className="min-w-0 flex-1 font-mono text-code text-ink-2" title={object}>
          <span className="block truncate group-focus-visible:hidden">
            <Visible text={middleCut(object, 80)} />
          </span>
          <span className="hidden whitespace-pre-wrap group-focus-visible:block">
            <Visible text={object} />
          </span>
        </code>
        <span className="shrink-0 text-hint text-ink-3 tabular-nums">{times}</span>
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    </li>
  )
}
