import { Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { modeLook } from '../../../platform/modes/modes.ts'
import { ModeRail } from '../../../platform/modes/ModeRail.tsx'
import { threadPath } from '../../../platform/thread-path.ts'
import { cx } from '../../../ui/cx.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { shortClock } from '../../../ui/times.ts'
import type { ThreadRow } from './thread-groups.ts'
import { ThreadMenu } from './ThreadMenu.tsx'
import { texts } from './texts.ts'

export interface ThreadRowProps {
  readonly row: ThreadRow
  /** Wide rows have a second line: the current activity, or a search excerpt. */
  readonly wide: boolean
  /** Its waiting call, or the match; null: how its last turn ended. */
  readonly line: ReactNode
  readonly open: boolean
}

/** The layout of rows: on a phone they share one frame. */
export function listClass(wide: boolean): string {
  return wide
    ? 'flex flex-col divide-y divide-line overflow-clip rounded-card border border-line bg-panel'
    : 'flex flex-col'
}

/** One thread: its state, title, and time. The mode is drawn only if it is not Ask. */
export function ThreadRowView({ row, wide, line, open }: ThreadRowProps) {
  const { thread, title, state } = row
  const [path] = useLocation()
  return (
    <li
      data-chat={thread.id}
      data-state={state}
      className={cx(
        'group/chat relative flex items-center',
        wide ? state === 'waits' && 'bg-wait-bg' : 'rounded-control hover:bg-panel',
        open && !wide && 'bg-panel',
      )}
    >
      <Link
        href={threadPath(path, thread.id)}
        aria-current={open ? 'page' : undefined}
        title={wide ? undefined : title}
        className={cx(
          'flex min-w-0 flex-1 items-center gap-2 rounded-control ps-2 text-ink no-underline -outline-offset-2',
          wide ? 'min-h-13 gap-3 py-1.5' : 'min-h-7.5 pe-2 text-label',
        )}
      >
        <span className="flex w-3.5 shrink-0 justify-center">
          <StateMark row={row} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className={cx('truncate', (wide || open) && 'font-semibold')}>{title}</span>
          {(wide || line !== null) && (
            <span className="truncate text-hint text-ink-2">{line ?? doing(row)}</span>
          )}
        </span>{' '}
        <span
          className={cx(
            'flex shrink-0 items-center gap-2 text-hint',
            wide
              ? 'flex-col items-end gap-1'
              : 'group-focus-within/chat:invisible group-hover/chat:invisible',
          )}
        >
          {thread.permission_mode !== 'default' && !wide && <NamedRail mode={thread.permission_mode} />}
          <StateWord row={row} />
          {thread.permission_mode !== 'default' && wide && <NamedRail mode={thread.permission_mode} />}
        </span>
      </Link>
      <span
        className={cx(
          !wide &&
            'absolute inset-y-0 end-0 flex items-center opacity-0 group-focus-within/chat:opacity-100 group-hover/chat:opacity-100',
        )}
      >
        <ThreadMenu thread={thread} label={texts.menuOf(title)} />
      </span>
    </li>
  )
}

function StateMark({ row: { state, thread } }: { row: ThreadRow }) {
  if (state !== 'quiet') return <Mark state={state} size={14} />
  return thread.pinned === true ? <Pin size={12} aria-hidden="true" className="text-ink-3" /> : null
}

function NamedRail({ mode }: { mode: string }) {
  const { label } = modeLook(mode)
  return (
    <span className="w-8.5" title={label}>
      <ModeRail mode={mode} />
      <span className="sr-only">{texts.mode(label)} </span>
    </span>
  )
}

function StateWord({ row: { state, thread, waits } }: { row: ThreadRow }) {
  switch (state) {
    case 'waits':
      return <Waits many={waits} />
    case 'running':
      return <span className="text-accent">{texts.running}</span>
    case 'failed':
      return <span className="text-stop">{texts.failed}</span>
    case 'quiet':
      return <span className="text-ink-3 tabular-nums">{shortClock(thread.updated_at)}</span>
  }
}

export function Waits({ many }: { many: number }) {
  return (
    <span className="rounded-mark bg-wait-bg px-1.5 text-hint font-semibold text-wait">
      {texts.waits(many)}
    </span>
  )
}

function doing({ state, thread: { last_turn: turn } }: ThreadRow): string {
  if (state === 'running') return texts.doing.running
  if (turn === 'failed' || turn === 'cancelled' || turn === 'done') return texts.doing[turn]
  return texts.doing.none
}
