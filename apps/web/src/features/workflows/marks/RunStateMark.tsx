import type { NodeState, RunState } from '@countersign/protocol'
import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CirclePause,
  History,
  Hourglass,
  LoaderCircle,
  SkipForward,
} from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { runTexts as texts } from '../run-texts.ts'

const LOOKS = {
  queued: [CircleDashed, 'text-ink-3'],
  idle: [CircleDashed, 'text-ink-3'],
  running: [LoaderCircle, 'text-accent'],
  waiting: [CirclePause, 'text-wait'],
  interrupted: [CircleAlert, 'text-wait'],
  sleeping: [Hourglass, 'text-ink-2'],
  done: [Check, 'text-clear'],
  reused: [History, 'text-ink-2'],
  skipped: [SkipForward, 'text-ink-3'],
  failed: [CircleAlert, 'text-stop'],
  cancelled: [Ban, 'text-ink-2'],
} as const satisfies Readonly<Record<RunState | NodeState, unknown>>

export function isRunState(state: string): state is RunState {
  return state in texts.states
}

/** A state with its icon and label. */
export function RunStateMark({ state, quiet = false }: { state: RunState | NodeState; quiet?: boolean }) {
  const [Icon, colour] = LOOKS[state]
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', colour)}>
      <Icon
        size={14}
        aria-hidden="true"
        className={state === 'running' ? 'motion-safe:animate-spin' : undefined}
      />
      <span className={quiet ? 'sr-only' : undefined}>{texts.states[state]}</span>
    </span>
  )
}
