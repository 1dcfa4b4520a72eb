import { Visible } from '../ui/Visible.tsx'
import type { SettledView } from './settled.ts'

/** Proposed by whom, countersigned by whom or what, and the start of the argument hash. */
export function SignatureLine({ settled }: { settled: SettledView }) {
  return (
    <p className="flex flex-wrap gap-x-5 text-hint text-ink-3" data-signature="">
      <span>
        proposed <span className="text-ink-2">{settled.proposed}</span>
      </span>
      <span>
        {settled.word}{' '}
        <span className="text-ink-2">
          <Visible text={settled.by} />
          {settled.feedback !== null && (
            <>
              : “<Visible text={settled.feedback} />”
            </>
          )}
        </span>
      </span>
      <span className="ms-auto font-mono">{settled.digits}</span>
    </p>
  )
}
