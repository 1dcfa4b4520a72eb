import { ChevronRight } from 'lucide-react'
import { DiffSums } from '../approvals/DiffSums.tsx'
import type { OpenQuestion } from '../data/selectors.ts'
import { Mark } from '../ui/Mark.tsx'
import { Visible } from '../ui/Visible.tsx'

/** A card that waits for its turn to be opened. */
export function PhoneRow({ question, onOpen }: { question: OpenQuestion; onOpen: () => void }) {
  const { call } = question
  return (
    <button
      type="button"
      data-row={call.id}
      onClick={onOpen}
      className="flex min-h-12 w-full shrink-0 items-center gap-3 rounded-card border border-line bg-panel px-3 py-2 text-start"
    >
      <Mark state="waits" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-title font-semibold">
          <Visible text={call.title} />
        </span>
        <code className="block truncate font-mono text-hint text-ink-3">
          <Visible text={call.specifier} />
        </code>
      </span>
      {call.body.kind === 'write' && <DiffSums before={call.body.before} after={call.body.after} />}
      <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
    </button>
  )
}
