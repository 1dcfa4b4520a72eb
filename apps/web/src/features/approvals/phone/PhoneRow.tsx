import { ChevronRight, Layers } from 'lucide-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { callName } from '../../../platform/call-name.ts'
import type { OpenQuestion } from '../../../data/selectors.ts'
import { groupTitle } from '../../../platform/batches/group-title.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { texts } from './texts.ts'
import { lazy } from '../../../ui/lazy.ts'

/** Only changes need the code that compares texts. */
const DiffSums = lazy(async () => ({
  default: (await import('../../../platform/cards/DiffSums.tsx')).DiffSums,
}))

/** A card that waits for its turn to be opened. */
export function PhoneRow({ question, onOpen }: { question: OpenQuestion; onOpen: () => void }) {
  const { call } = question
  const { words, object } = callName(call)
  return (
    <RowButton
      mark={<Mark state="waits" />}
      title={<Visible text={words} />}
      below={object === '' ? null : <Visible text={object} />}
      call={call.id}
      onOpen={onOpen}
    >
      <Suspense>{call.body.kind === 'write' && <DiffSums call={call} />}</Suspense>
    </RowButton>
  )
}

/** Several of a kind, to be opened and answered together. */
export function GroupRow({ questions, onOpen }: { questions: readonly OpenQuestion[]; onOpen: () => void }) {
  return (
    <RowButton
      mark={<Layers size={16} aria-hidden="true" className="shrink-0 text-wait" />}
      title={groupTitle(questions)}
      below={texts.together}
      onOpen={onOpen}
    />
  )
}

interface RowButtonProps {
  readonly mark: ReactNode
  readonly title: ReactNode
  readonly below: ReactNode
  readonly call?: string
  readonly onOpen: () => void
  readonly children?: ReactNode
}

function RowButton({ mark, title, below, call, onOpen, children }: RowButtonProps) {
  return (
    <button
      type="button"
      data-row={call}
      onClick={onOpen}
      className="flex min-h-12 w-full shrink-0 items-center gap-3 rounded-card border border-line bg-panel px-3 py-2 text-start"
    >
      {mark}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-title font-semibold">{title}</span>{' '}
        {below !== null && <code className="block truncate font-mono text-hint text-ink-3">{below}</code>}
      </span>
      {children}
      <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-ink-3" />
    </button>
  )
}
