import { useNow } from '../../data/context.ts'
import type { Answer } from '../../data/view.ts'
import { KeyHint } from '../keys/KeyHint.tsx'
import { Button } from '../../ui/Button.tsx'
import { answerText } from './parts-answer-texts.ts'
import { texts } from './texts.ts'

/** If the server has not replied after this time, the answer can be pressed again. */
const PRESS_AGAIN_MS = 8000

export interface SendingBarProps {
  readonly answer: Answer
  /** How many parts the change has. */
  readonly of: number
  readonly at: number
  readonly onAgain: () => void
}

/** The answer is being sent. Nothing is shown as done until the server confirms it. */
export function SendingBar({ answer, of, at, onAgain }: SendingBarProps) {
  const now = useNow(1000)
  return (
    <div className="flex min-h-control flex-wrap items-center gap-3 text-label text-ink-2">
      <p role="status">{texts.sending(answerText(answer, of))}</p>
      {now - at > PRESS_AGAIN_MS && <Button onClick={onAgain}>{texts.again}</Button>}
    </div>
  )
}

export interface HeldBarProps {
  readonly answer: Answer
  /** How many parts the change has. */
  readonly of: number
  /** True if the person has turned on a delay to take answers back; false if the connection is down. */
  readonly timed: boolean
  readonly onTakeBack: () => void
}

/** The answer is held in this page and can be taken back. */
export function HeldBar({ answer, of, timed, onTakeBack }: HeldBarProps) {
  const decision = answerText(answer, of)
  return (
    <div className="flex min-h-control flex-wrap items-center gap-3 text-label text-ink-2">
      <p role="status">{timed ? texts.heldFor(decision) : texts.held(decision)}</p>
      <Button onClick={onTakeBack}>
        {texts.takeBack}
        <KeyHint act="undo" armed />
      </Button>
    </div>
  )
}
