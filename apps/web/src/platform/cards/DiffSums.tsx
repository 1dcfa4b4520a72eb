import { useMemo } from 'react'
import { size } from '../../ui/times.ts'
import { diffTexts } from '@countersign/protocol/client'
import { bytesAt } from './shortened.ts'
import type { ShownCall } from './shortened.ts'

/** The lines that a change adds and removes, `+2 −1`, or the size of its file if the change is shortened. */
export function DiffSums({ call }: { call: Pick<ShownCall, 'body' | 'shortened'> }) {
  const { body, shortened } = call
  if (body.kind !== 'write') return null
  if (shortened === undefined) return <Sums before={body.before} after={body.after} />
  return (
    <span className="font-mono text-hint whitespace-nowrap text-ink-3">
      {size(bytesAt('body.after', body.after, shortened))}
    </span>
  )
}

function Sums({ before, after }: { before: string | null; after: string }) {
  const { added, removed } = useMemo(() => diffTexts(before, after), [before, after])
  return (
    <span className="font-mono text-hint whitespace-nowrap">
      <span className="text-clear">+{added}</span> <span className="text-stop">−{removed}</span>
    </span>
  )
}
