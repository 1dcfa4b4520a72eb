import type { CallBody, ShortenedText } from '@countersign/protocol'
import { Columns2 } from 'lucide-react'
import { useMemo } from 'react'
import { Visible } from '../../ui/Visible.tsx'
import { diffTexts } from '@countersign/protocol/client'
import { diffColours } from './diff-lines.ts'
import { DiffRows } from './DiffRows.tsx'
import type { BodyLook, Rest } from '../body.ts'
import { bytesAt, linesAbove } from './shortened.ts'
import { size } from '../../ui/times.ts'
import { useNarrow, useWide } from '../../ui/use-narrow.ts'
import { texts } from './texts.ts'
import { useSplit } from './use-split.ts'

export interface DiffBodyProps {
  readonly body: Extract<CallBody, { kind: 'write' }>
  /** The values of the body that are shortened. */
  readonly shortened?: readonly ShortenedText[] | undefined
  readonly rest?: Rest
  readonly look?: BodyLook
}

/** The changes to a file as a unified diff, or side by side if there is room and the person prefers it. */
export function DiffBody({ body, shortened, rest = null, look = 'over' }: DiffBodyProps) {
  const { path, before, after, overwrites } = body
  const above = linesAbove(shortened)
  const diff = useMemo(() => diffTexts(before, after, above), [before, after, above])
  const colours = useMemo(() => diffColours(path, before, after, above), [path, before, after, above])
  const [split, setSplit] = useSplit()
  const wide = useWide()
  const narrow = useNarrow()
  // A new file has no earlier version to compare with.
  const splits = wide && before !== null
  return (
    <div
      className="overflow-clip rounded-control border border-line bg-ground"
      data-split={splits && split ? '' : undefined}
    >
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 border-b border-line bg-ground px-3 py-1.5">
        <code className="font-mono text-code text-ink">
          <Visible text={path} ends />
        </code>
        <span className="text-hint text-ink-3">
          {before === null && `${texts.newFile}, `}
          {size(bytesAt('body.after', after, shortened))}
          {overwrites !== undefined && `, ${texts.overwrites(size(overwrites))}`}
          {body.versioned === 'none' && `, ${texts.unversioned}`}
        </span>
        <span className="ms-auto flex items-center gap-3 font-mono text-hint">
          {/* The line counts of the whole change are unknown if it is shortened. */}
          {shortened === undefined && (
            <span>
              <span className="text-clear">+{diff.added}</span>{' '}
              <span className="text-stop">−{diff.removed}</span>
            </span>
          )}
          {splits && (
            <button
              type="button"
              aria-pressed={split}
              onClick={() => setSplit(!split)}
              className="flex min-h-6 items-center gap-1 rounded-mark px-1 font-sans text-ink-2 hover:bg-panel aria-pressed:text-accent"
            >
              <Columns2 size={14} aria-hidden="true" />
              {texts.sideBySide}
            </button>
          )}
        </span>
      </div>
      {body.outside_workspace && (
        <p className="px-3 pt-2 text-hint font-semibold text-stop">{texts.outside}</p>
      )}
      <DiffRows
        rows={diff.rows}
        empty={texts.emptyFile}
        rest={rest}
        look={look}
        split={splits && split}
        oneNumber={before === null || narrow}
        colours={colours}
      />
    </div>
  )
}
