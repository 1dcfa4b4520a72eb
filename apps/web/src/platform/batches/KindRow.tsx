import { ChevronDown, ChevronRight } from 'lucide-react'
import type { OpenQuestion } from '../../data/selectors.ts'
import { Visible } from '../../ui/Visible.tsx'
import { DiffSums } from '../cards/DiffSums.tsx'
import { WaitingBody } from '../cards/WaitingBody.tsx'
import { SeenWhenVisible } from './SeenWhenVisible.tsx'
import { texts } from './texts.ts'
import type { Batch } from './use-batch.ts'

export interface KindRowProps {
  readonly question: OpenQuestion
  readonly batch: Batch
  readonly open: boolean
  readonly onOpen: () => void
  /** True if the page scrolls instead of the body. */
  readonly tall?: boolean
}

/** A call that fits on its line is seen once it is visible; a longer one only after it was unfolded to its end. */
export function KindRow({ question, batch, open, onOpen, tall = false }: KindRowProps) {
  const { call } = question
  const seen = batch.isSeen(call.id)
  const oneLine = call.body.kind !== 'write' && call.shortened === undefined && !call.specifier.includes('\n')
  return (
    <li className="px-3 py-1.5">
      <div className="flex min-h-6 items-center gap-3 coarse:min-h-control">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent coarse:size-6"
          checked={batch.isTicked(call.id)}
          onChange={() => batch.tick(call.id)}
          aria-label={texts.tick(call.specifier)}
        />
        <span className="min-w-0 flex-1 font-mono text-code">
          <code>
            <Visible text={call.specifier} />
          </code>
          {call.body.kind === 'write' && (
            <span className="ms-3">
              <DiffSums call={call} />
            </span>
          )}
        </span>
        <span className={seen ? 'text-hint text-ink-3' : 'text-hint font-semibold text-wait'}>
          {seen ? texts.seen : texts.notSeen}
        </span>
        <button
          type="button"
          aria-expanded={open}
          aria-label={call.specifier}
          onClick={onOpen}
          className="flex size-6 items-center justify-center coarse:size-control"
        >
          {open ? (
            <ChevronDown size={16} aria-hidden="true" />
          ) : (
            <ChevronRight size={16} aria-hidden="true" />
          )}
        </button>
      </div>
      {oneLine && !seen && <SeenWhenVisible onSeen={() => batch.see(call.id)} />}
      {open && (
        <div className="flex flex-col gap-1 pt-2">
          <WaitingBody
            call={call}
            id={`kind-${call.id}`}
            label={call.title}
            tall={tall}
            onEnd={() => batch.see(call.id)}
          />
        </div>
      )}
    </li>
  )
}
