import { Suspense } from 'react'
import { Link } from 'wouter'
import { useView } from '../../data/context.ts'
import { Mark } from '../../ui/Mark.tsx'
import { texts } from './texts.ts'
import { lazy } from '../../ui/lazy.ts'

const LastAnswered = lazy(async () => ({ default: (await import('./LastAnswered.tsx')).LastAnswered }))

/** States it plainly, with the latest answers. */
export function NothingWaits() {
  const known = useView((view) => view.waiting.known)
  return (
    <div className="h-full overflow-y-auto bg-panel">
      <div className="flex min-h-full flex-col items-center justify-center gap-3 p-6 text-center text-ink-2">
        {known && <Mark state="signed" size={24} />}
        <h1 className="text-title font-semibold text-ink">{known ? texts.nothing : texts.loading}</h1>
        <p className="text-label text-ink-3">{texts.nothingHint}</p>
        <p className="flex flex-wrap justify-center gap-4">
          <Link href="/new" className="coarse:p-3">
            {texts.newThread}
          </Link>
          <Link href="/answered" className="coarse:p-3">
            {texts.answered}
          </Link>
        </p>
        {known && (
          <Suspense>
            <LastAnswered />
          </Suspense>
        )}
      </div>
    </div>
  )
}
