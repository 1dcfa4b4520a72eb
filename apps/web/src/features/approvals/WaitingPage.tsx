import type { CallId } from '@countersign/protocol'
import { Suspense, useState } from 'react'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useQuestions } from '../../platform/use-questions.ts'
import { lazy } from '../../ui/lazy.ts'

// A phone loads nothing that only a desktop draws, and vice versa.
const PhoneWaiting = lazy(async () => ({
  default: (await import('./phone/PhoneWaiting.tsx')).PhoneWaiting,
}))
const DesktopWaiting = lazy(async () => ({
  default: (await import('./DesktopWaiting.tsx')).DesktopWaiting,
}))
const NothingWaits = lazy(async () => ({ default: (await import('./NothingWaits.tsx')).NothingWaits }))
const BatchResult = lazy(async () => ({
  default: (await import('../../platform/batches/BatchResult.tsx')).BatchResult,
}))

/** Everything that waits, over all chats; the phone's home. */
export function WaitingPage() {
  const narrow = useNarrow()
  const questions = useQuestions()
  const [batch, setBatch] = useState<readonly CallId[] | null>(null)
  return (
    <div className="flex h-full min-h-0 flex-col">
      {batch !== null && (
        <div className="mx-auto w-full max-w-[61rem] px-4 pt-4">
          <Suspense>
            <BatchResult calls={batch} onClose={() => setBatch(null)} />
          </Suspense>
        </div>
      )}
      <div className="min-h-0 flex-1">
        {narrow ? (
          <PhoneWaiting questions={questions} onBatch={setBatch} />
        ) : questions.length === 0 ? (
          <NothingWaits />
        ) : (
          <DesktopWaiting questions={questions} onBatch={setBatch} />
        )}
      </div>
    </div>
  )
}
