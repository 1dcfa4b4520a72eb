import { usePolicyFacts } from '../../data/context.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import { Button } from '../../ui/Button.tsx'
import { modeLook } from '../../platform/modes/modes.ts'
import { texts } from './mode-changed-texts.ts'
import { wouldRun } from './would-run.ts'

export interface ModeChangedStripProps {
  readonly mode: string
  readonly workspace: string
  readonly questions: readonly OpenQuestion[]
  /** Calls that the change itself denied. */
  readonly refused: number
  readonly onShow: (first: OpenQuestion) => void
  readonly onLetRun: (questions: readonly OpenQuestion[]) => void
  readonly onLeave: () => void
}

/** A new mode approves nothing automatically: it only offers the calls that it would have allowed. */
export function ModeChangedStrip(props: ModeChangedStripProps) {
  const { label } = modeLook(props.mode)
  const fitting = wouldRun(props.questions, props.mode, { ...usePolicyFacts(), workspace: props.workspace })
  const first = fitting[0]
  if (first === undefined && props.refused === 0) return null
  return (
    <div
      role="status"
      data-strip=""
      className="mx-auto flex w-full max-w-[46rem] flex-wrap items-center gap-2 px-4 py-2 text-label"
    >
      {props.refused > 0 && <span>{texts.modeRefused(props.refused, label)}</span>}
      {first !== undefined && (
        <>
          <span className="me-auto">{texts.modeWouldRun(fitting.length, label)}</span>
          <Button onClick={() => props.onShow(first)}>{texts.showThem}</Button>
          <Button onClick={() => props.onLetRun(fitting)}>{texts.letThemRun(fitting.length)}</Button>
        </>
      )}
      <Button kind="quiet" onClick={props.onLeave}>
        {first === undefined ? texts.dismiss : texts.leaveThem}
      </Button>
    </div>
  )
}
