import { useReader } from '../../platform/cards/use-reader.ts'
import { CallList } from '../../platform/past-calls/CallList.tsx'
import { useCallPages } from '../../platform/past-calls/use-audit.ts'

/** How many are shown under "Nothing waits". */
const SHOWN = 3

/** The last calls that a person was asked about. */
export function LastAnswered() {
  const reader = useReader()
  const { items } = useCallPages({ asked: 'true' })
  if (items.length === 0) return null
  return (
    <div className="w-full max-w-[46rem] pt-4 text-start">
      <CallList calls={items.slice(0, SHOWN)} reader={reader} />
    </div>
  )
}
