import type { CallId } from '@countersign/protocol'
import { lazy, Suspense, useState } from 'react'
import { PhoneWaiting } from '../phone/PhoneWaiting.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { DesktopWaiting } from './DesktopWaiting.tsx'
import { NothingWaits } from './NothingWaits.tsx'
import { useQuestions } from './use-questions.ts'

const BatchResult = lazy(async () => ({ default: (await import('./BatchResult.tsx')).BatchResult }))

/** Everything that waits, over all chats; the phone's home. */
export function WaitingPage() {
  const narrow = useNarrow()
  const questions = useQuestions()
  const [batch, setBatch] = useState<readonly CallId[] | null>(null)
  if (narrow) return <PhoneWaiting questions={questions} />
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
        {questions.length === 0 ? (
          <NothingWaits />
        ) : (
          <DesktopWaiting questions={questions} onBatch={setBatch} />
        )}
      </div>
    </div>
  )
}
