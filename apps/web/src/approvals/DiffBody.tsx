import type { CallBody } from '@countersign/protocol'
import { useMemo, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { copyExact } from '../ui/exact-copy.ts'
import { Visible } from '../ui/Visible.tsx'
import { diffTexts } from './diff.ts'
import type { DiffLine, DiffRow } from './diff.ts'
import { size } from '../ui/times.ts'
import { texts } from './texts.ts'

/** Lines of a new file that are shown before "show all". */
const FIRST_LINES = 40

/** What would change in a file, as a unified diff. */
export function DiffBody({ body }: { body: Extract<CallBody, { kind: 'write' }> }) {
  const { path, before, after, overwrites } = body
  const diff = useMemo(() => diffTexts(before, after), [before, after])
  const [whole, setWhole] = useState(false)
  const rows = whole || diff.rows.length <= FIRST_LINES ? diff.rows : diff.rows.slice(0, FIRST_LINES)
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
      <div className="py-1 font-mono text-code" data-exact="" onCopy={copyExact}>
        {diff.rows.length === 0 && <p className="px-3 text-ink-3">{texts.emptyFile}</p>}
        {rows.map((row, index) => (
          <Row key={index} row={row} />
        ))}
      </div>
      {rows.length < diff.rows.length && (
        <button
          type="button"
          className="w-full border-t border-line px-3 py-1.5 text-start text-hint font-semibold text-accent"
          onClick={() => setWhole(true)}
          data-unread=""
        >
          {texts.shown(diff.rows.length, rows.length)}. {texts.showAll(diff.rows.length)}
        </button>
      )}
    </div>
  )
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === 'folded') {
    return <div className="px-3 text-hint text-ink-3">{texts.unchanged(row.lines)}</div>
  }
  return (
    <div
      className={cx(
        'flex px-3',
        row.kind === 'added' && 'bg-clear-bg',
        row.kind === 'removed' && 'bg-stop-bg',
      )}
    >
      <span className={cx('w-4 shrink-0 select-none', SIGN_COLOURS[row.kind])}>{SIGNS[row.kind]}</span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap">
        <Marked line={row} />
        {row.text === '' && <br />}
      </span>
    </div>
  )
}

/** Changed words are underlined, not filled: a fill under coloured text failed contrast. */
function Marked({ line }: { line: DiffLine }) {
  const mark = line.marks[0]
  if (mark === undefined) return <Visible text={line.text} />
  const colour = line.kind === 'added' ? 'decoration-clear' : 'decoration-stop'
  return (
    <>
      <Visible text={line.text.slice(0, mark.start)} />
      <span className={cx('underline decoration-2 underline-offset-4', colour)}>
        <Visible text={line.text.slice(mark.start, mark.end)} />
      </span>
      <Visible text={line.text.slice(mark.end)} />
    </>
  )
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const
const SIGN_COLOURS = { same: '', added: 'text-clear', removed: 'text-stop' } as const
