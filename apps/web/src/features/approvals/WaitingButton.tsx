import { Inbox } from 'lucide-react'
import { Link } from 'wouter'
import { useView } from '../../data/context.ts'
import { cx } from '../../ui/cx.ts'
import { KeyHint } from '../../platform/keys/KeyHint.tsx'
import { texts } from './texts.ts'
import { useQuestions } from '../../platform/use-questions.ts'

/** One step to everything that waits. Amber only while something does. */
export function WaitingButton() {
  const known = useView((view) => view.waiting.known)
  const many = useQuestions().length
  return (
    <Link
      href="/waiting"
      data-waiting={many}
      data-coach="waiting"
      className={cx(
        'flex min-h-control items-center gap-2 rounded-control px-2.5 text-label font-semibold no-underline',
        many > 0 ? 'bg-wait-bg text-wait' : 'text-ink-3 hover:bg-panel',
      )}
    >
      <Inbox size={16} aria-hidden="true" />
      {many > 0 ? texts.waiting(many) : known ? texts.nothingWaits : texts.loading}
      {many > 0 && <KeyHint act="next" armed />}
    </Link>
  )
}
