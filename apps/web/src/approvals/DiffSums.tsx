import { useMemo } from 'react'
import { diffTexts } from './diff.ts'

/** Lines that a change adds and takes away: `+2 -1`. */
export function DiffSums({ before, after }: { before: string | null; after: string }) {
  const { added, removed } = useMemo(() => diffTexts(before, after), [before, after])
  return (
    <span className="font-mono text-hint whitespace-nowrap">
      <span className="text-clear">+{added}</span> <span className="text-stop">-{removed}</span>
    </span>
  )
}
