import { cx } from './cx.ts'

/** The states of the mark: the agent's short stroke is always there, the long one is a person's. */
export type MarkState = 'waits' | 'signed' | 'failed' | 'refused' | 'void' | 'running'

export interface MarkProps {
  readonly state: MarkState
  readonly size?: number
  /** Animates the long stroke once, as the call settles in view. */
  readonly drawn?: boolean
  readonly tone?: 'own' | 'inherit'
}

/** The mark of a call. It is decorative: the state is always given in words next to it. */
export function Mark({ state, size = 16, drawn = false, tone = 'own' }: MarkProps) {
  return (
    <svg
      className={cx('mark shrink-0', tone === 'own' && COLOURS[state])}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-mark={state}
    >
      {strokes(state, drawn)}
    </svg>
  )
}

const COLOURS: Readonly<Record<MarkState, string>> = {
  waits: 'text-wait',
  signed: 'text-clear',
  failed: 'text-stop',
  refused: 'text-stop',
  void: 'text-ink-3',
  running: 'text-accent',
}

function strokes(state: MarkState, drawn: boolean) {
  switch (state) {
    case 'waits':
      return (
        <>
          <path d="M2 9l4 4" />
          <circle cx="11.5" cy="5" r="2.5" />
        </>
      )
    case 'failed':
      return (
        <>
          <path d="M2 9l4 4" />
          <path d="M11.5 2.5v5.5m0 4v.5" />
        </>
      )
    case 'signed':
      return (
        <>
          <path d="M2 9l4 4" />
          <path className={drawn ? 'mark-drawn' : undefined} d="M6 13l8-10" />
        </>
      )
    case 'refused':
      return (
        <>
          <path d="M2 9l4 4" />
          <path d="M9.5 3l4 4m0-4l-4 4" />
        </>
      )
    case 'void':
      return (
        <>
          <path d="M2 9l4 4" />
          <path d="M9.5 13h4.5" />
        </>
      )
    case 'running':
      return <path className="mark-turning" d="M8 2.5a5.5 5.5 0 1 1-5.5 5.5" />
  }
}
