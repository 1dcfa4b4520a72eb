import { Link } from 'wouter'
import { languageOf } from '../../ui/language-of.ts'
import { Visible } from '../../ui/Visible.tsx'
import type { SettledView } from './settled.ts'
import { texts } from './texts.ts'

/** Who proposed the call, who or what countersigned it, and the start of the argument hash. */
export function SignatureLine({ settled }: { settled: SettledView }) {
  return (
    <p className="flex flex-wrap gap-x-5 text-hint text-ink-3" data-signature="">
      <span>
        {texts.proposed} <span className="text-ink-2">{settled.proposed}</span>
      </span>
      <span>
        {settled.word}{' '}
        <span className="text-ink-2">
          <Visible text={settled.by} />
          {settled.feedback !== null && (
            <>
              : “
              <span lang={languageOf(settled.feedback)}>
                <Visible text={settled.feedback} />
              </span>
              ”
            </>
          )}
        </span>
      </span>
      {/* The link must not make the line taller, so on touch screens an invisible area extends its target. */}
      <Link
        href={`/audit?call=${settled.call}`}
        aria-label={texts.toAudit(settled.digits)}
        className="relative -my-1 ms-auto inline-flex min-h-6 items-center coarse:after:absolute coarse:after:-inset-2.5 font-mono text-ink-3 no-underline hover:underline"
      >
        {settled.digits}
      </Link>
    </p>
  )
}
