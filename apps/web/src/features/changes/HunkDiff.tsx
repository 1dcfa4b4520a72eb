import { diffTexts } from '@countersign/protocol/client'
import type { DiffRow } from '@countersign/protocol/client'
import { useMemo } from 'react'
import { diffColours } from '../../platform/cards/diff-lines.ts'
import { DiffRows } from '../../platform/cards/DiffRows.tsx'
import { texts } from './texts.ts'

interface Lines {
  readonly line: number
  readonly above: string | null
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly removed: number
  readonly added: number
}

/** The lines of one hunk, below the line above it. */
export function HunkDiff({ path, lines }: { path: string; lines: Lines }) {
  const { line, above, before, after } = lines
  const from = above === null ? line : line - 1
  const { rows, colours } = useMemo(() => {
    const head = above === null ? [] : [above]
    const [old, fresh] = [textOf([...head, ...before]), textOf([...head, ...after])]
    const drawn: readonly DiffRow[] = diffTexts(old, fresh).rows
    return { rows: drawn, colours: diffColours(path, old, fresh, from - 1) }
  }, [path, above, before, after, from])
  const hidden = lines.removed - before.length + (lines.added - after.length)
  return (
    <div data-hunk-diff="">
      <DiffRows rows={rows} empty="" oneNumber colours={colours} from={from} />
      {hidden > 0 && <p className="px-3 pb-1 text-hint text-ink-3">{texts.moreLines(hidden)}</p>}
    </div>
  )
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
