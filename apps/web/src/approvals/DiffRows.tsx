import { useState } from 'react'
import { cx } from '../ui/cx.ts'
import { copyExact } from '../ui/exact-copy.ts'
import { Visible } from '../ui/Visible.tsx'
import type { DiffLine, DiffRow } from './diff.ts'
import { texts } from './texts.ts'

/** Lines that are shown before "show all". */
const FIRST_LINES = 40

/** The lines of a diff: the first of them, and all on request. `empty` stands where there are none. */
export function DiffRows({
  rows: all,
  empty,
}: {
  readonly rows: readonly DiffRow[]
  readonly empty: string
}) {
  const [whole, setWhole] = useState(false)
  const rows = whole || all.length <= FIRST_LINES ? all : all.slice(0, FIRST_LINES)
  return (
    <>
      <div className="py-1 font-mono text-code" data-exact="" onCopy={copyExact}>
        {all.length === 0 && <p className="px-3 text-ink-3">{empty}</p>}
        {rows.map((row, index) => (
          <Row key={index} row={row} />
        ))}
      </div>
      {rows.length < all.length && (
        <button
          type="button"
          className="w-full border-t border-line px-3 py-1.5 text-start text-hint font-semibold text-accent"
          onClick={() => setWhole(true)}
          data-unread=""
        >
          {texts.shown(all.length, rows.length)}. {texts.showAll(all.length)}
        </button>
      )}
    </>
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
