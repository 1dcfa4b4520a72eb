import type { TodoList } from '@countersign/protocol/client'
import { Check, ChevronDown, ChevronRight, Square } from 'lucide-react'
import { useId, useState } from 'react'
import { useNow } from '../../data/context.ts'
import { cx } from '../../ui/cx.ts'
import { Mark } from '../../ui/Mark.tsx'
import { ago } from '../../ui/times.ts'
import { useMedia } from '../../ui/use-narrow.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** A phone, or a low window, has no room for the list next to a card. */
const SMALL = '(width < 45rem) or (height < 49rem)'

/** The agent's to-do list, pinned above the composer while there is something on it. */
export function TodoPanel({ list }: { list: TodoList }) {
  const id = useId()
  const small = useMedia(SMALL)
  const [chosen, setOpen] = useState<boolean | null>(null)
  const now = useNow(30_000)
  const open = chosen ?? !small
  const { items, done, current, updatedAt } = list
  const Fold = open ? ChevronDown : ChevronRight
  return (
    <section
      aria-label={texts.todo}
      data-todo=""
      className="mx-auto w-full max-w-[46rem] shrink-0 px-4 pb-2 text-label"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-control w-full items-center gap-2.5 border-t border-line pt-1 text-start"
      >
        <span className="shrink-0 font-semibold">{texts.todo}</span>
        <span className="shrink-0 text-hint text-ink-3">{texts.todoDone(done, items.length)}</span>
        <svg viewBox="0 0 68 5" width="68" height="5" aria-hidden="true" className="shrink-0">
          <rect x="0.5" y="0.5" width="67" height="4" rx="2" className="fill-none stroke-line-strong" />
          <rect y="0.5" width={(68 * done) / items.length} height="4" rx="2" className="fill-clear" />
        </svg>
        {!open && current !== null && (
          <span className="min-w-0 truncate text-ink-2">
            <Visible text={current.text} />
          </span>
        )}
        <span className="ms-auto flex shrink-0 items-center gap-1 text-hint text-ink-3">
          {open && <span className="hidden wide:inline">{texts.todoUpdated(ago(updatedAt, now))}</span>}
          <Fold size={14} aria-hidden="true" />
        </span>
      </button>
      <ul id={id} hidden={!open} className="max-h-[min(12rem,30dvh)] overflow-y-auto">
        {items.map((item, index) => (
          <li key={index} className="flex gap-2 py-px">
            <span className="flex h-[1lh] w-4 shrink-0 items-center justify-center text-ink-3">
              <ItemMark state={item.state} works={item === current} />
            </span>
            <span
              className={cx(
                'min-w-0 flex-1',
                item === current && 'font-semibold',
                item.state === 'done' && 'text-ink-3',
              )}
            >
              <Visible text={item.text} />
              <span className="sr-only">{`, ${texts.todoStates[item.state]}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** It spins only while the agent works on it. */
function ItemMark({ state, works }: { state: TodoList['items'][number]['state']; works: boolean }) {
  if (state === 'done') return <Check size={14} aria-hidden="true" className="text-clear" />
  return works ? <Mark state="running" size={14} /> : <Square size={13} aria-hidden="true" />
}
