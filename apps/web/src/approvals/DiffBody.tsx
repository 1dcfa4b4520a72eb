import type { CallBody } from '@countersign/protocol'
import { useMemo } from 'react'
import { Visible } from '../ui/Visible.tsx'
import { diffTexts } from './diff.ts'
import { DiffRows } from './DiffRows.tsx'
import { size } from '../ui/times.ts'
import { texts } from './texts.ts'

/** What would change in a file, as a unified diff. */
export function DiffBody({ body }: { body: Extract<CallBody, { kind: 'write' }> }) {
  const { path, before, after, overwrites } = body
  const diff = useMemo(() => diffTexts(before, after), [before, after])
  return (
    <div className="overflow-clip rounded-control border border-line bg-ground">
      <div className="sticky top-0 flex flex-wrap items-baseline gap-x-3 border-b border-line bg-ground px-3 py-1.5">
        <code className="font-mono text-code text-ink">
          <Visible text={path} ends />
        </code>
        <span className="text-hint text-ink-3">
          {before === null && `${texts.newFile}, `}
          {size(new Blob([after]).size)}
          {overwrites !== undefined && `, ${texts.overwrites(size(overwrites))}`}
          {body.versioned === 'none' && `, ${texts.unversioned}`}
        </span>
        <span className="ms-auto font-mono text-hint">
          <span className="text-clear">+{diff.added}</span> <span className="text-stop">-{diff.removed}</span>
        </span>
      </div>
      {body.outside_workspace && (
        <p className="px-3 pt-2 text-hint font-semibold text-stop">{texts.outside}</p>
      )}
      <DiffRows rows={diff.rows} empty={texts.emptyFile} />
    </div>
  )
}
