import type { CallBody } from '@countersign/protocol'
import type { BodyProps } from '../../platform/body.ts'
import { Visible } from '../../ui/Visible.tsx'
import { cx } from '../../ui/cx.ts'
import { texts } from './texts.ts'

/** The agent's to-do list. The state is also shown in words, not only by its mark. */
export function TodoBody({ body: { items } }: BodyProps<Extract<CallBody, { kind: 'todo' }>>) {
  if (items.length === 0) return <p className="text-label text-ink-3">{texts.todoEmpty}</p>
  return (
    <ul className="rounded-control border border-line bg-ground px-3 py-2">
      {items.map((item, index) => (
        <li key={index} className="flex gap-2 py-0.5 text-label">
          <span aria-hidden="true" className="w-4 shrink-0 text-center text-ink-3">
            {MARKS[item.state]}
          </span>
          <span
            className={cx(
              'min-w-0 flex-1 whitespace-pre-wrap',
              item.state === 'in_progress' && 'font-semibold',
              item.state === 'done' && 'text-ink-3',
            )}
          >
            <Visible text={item.text} />
            <span className="sr-only">{`, ${texts.todoStates[item.state]}`}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const MARKS = { open: '○', in_progress: '◐', done: '✓' } as const
