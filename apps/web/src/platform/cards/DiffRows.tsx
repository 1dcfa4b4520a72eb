import { memo, useMemo, useState } from 'react'
import { CODE_LOOKS } from '../../ui/code-pieces.ts'
import { cx } from '../../ui/cx.ts'
import { copyExact } from '../../ui/exact-copy.ts'
import { Visible } from '../../ui/Visible.tsx'
import type { DiffRow } from '@countersign/protocol/client'
import { RestBar } from './RestBar.tsx'
import type { BodyLook, Rest } from '../body.ts'
import { numbered, sideBySide, spansOf } from './diff-lines.ts'
import type { DiffColours, NumberedLine, NumberedRow, SplitRow } from './diff-lines.ts'
import { texts } from './texts.ts'

/** Lines that are shown before "show all". */
const FIRST_LINES = 40
/** Lines per block. */
const BLOCK = 200

interface DiffRowsProps {
  readonly rows: readonly DiffRow[]
  /** Shown if there are no lines. */
  readonly empty: string
  readonly rest?: Rest
  /** A diff that waits for an answer folds nothing, because people sign all of it. */
  readonly look?: BodyLook
  readonly split?: boolean
  /** Only one column of line numbers: for a new file, or where there is little room. */
  readonly oneNumber?: boolean
  readonly colours?: DiffColours
  /** The number of the first line; 1 if absent. */
  readonly from?: number
}

/** The lines of a diff with their numbers: the first ones, and all of them on request. */
export function DiffRows(props: DiffRowsProps) {
  const {
    rows: given,
    empty,
    rest = null,
    look = 'over',
    split = false,
    oneNumber = false,
    colours = PLAIN,
    from = 1,
  } = props
  const [unfolded, setUnfolded] = useState(false)
  const all: readonly (NumberedRow | SplitRow)[] = useMemo(
    () => (split ? sideBySide(numbered(given, from)) : numbered(given, from)),
    [given, split, from],
  )
  const whole = look === 'waits' || unfolded || rest === 'here'
  const rows = whole || all.length <= FIRST_LINES ? all : all.slice(0, FIRST_LINES)
  return (
    <>
      <div className="py-1 font-mono text-code" data-exact="" onCopy={copyExact}>
        {all.length === 0 && <p className="px-3 text-ink-3">{empty}</p>}
        {Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, index) => (
          <Block key={index} rows={rows} from={index * BLOCK} colours={colours} oneNumber={oneNumber} />
        ))}
      </div>
      {look !== 'waits' && rest !== null && rest !== 'here' && (
        <div className="border-t border-line px-3 py-1.5">
          <RestBar rest={rest} shown={texts.linesShown(rows.length)} />
        </div>
      )}
      {rows.length < all.length && (rest === null || rest === 'here') && (
        <button
          type="button"
          className="w-full border-t border-line px-3 py-1.5 text-start text-hint font-semibold text-accent"
          onClick={() => setUnfolded(true)}
        >
          {texts.shown(all.length, rows.length)}. {texts.showAll(all.length)}
        </button>
      )}
    </>
  )
}

/** The language is unknown. */
const PLAIN: DiffColours = { of: ({ text }) => [{ text, look: 'plain' }] }

interface BlockProps {
  readonly rows: readonly (NumberedRow | SplitRow)[]
  readonly from: number
  readonly colours: DiffColours
  readonly oneNumber: boolean
}

/** Rendered once, and laid out only near the viewport: the layout of tens of thousands of lines would take a minute. */
const Block = memo(function Block({ rows: all, from, colours, oneNumber }: BlockProps) {
  const rows = all.slice(from, from + BLOCK)
  return (
    <div
      data-lines={rows.filter(({ kind }) => kind !== 'folded').length}
      className="[contain-intrinsic-block-size:auto_4000px] [content-visibility:auto]"
    >
      {rows.map((row, index) => (
        <Row key={index} row={row} colours={colours} oneNumber={oneNumber} />
      ))}
    </div>
  )
})

interface RowProps extends Pick<BlockProps, 'colours' | 'oneNumber'> {
  readonly row: NumberedRow | SplitRow
}

function Row({ row, colours, oneNumber }: RowProps) {
  if (row.kind === 'folded')
    return <div className="px-3 text-hint text-ink-3">{texts.unchanged(row.lines)}</div>
  if (row.kind === 'pair')
    return (
      <div className="grid grid-cols-2 divide-x divide-line" data-text-line="">
        <Half line={row.left} side="old" colours={colours} />
        <Half line={row.right} side="fresh" colours={colours} />
      </div>
    )
  return (
    <div className={cx('flex pe-3', TINTS[row.kind])} data-text-line="">
      <Numbers of={oneNumber ? [row.fresh ?? row.old] : [row.old, row.fresh]} />
      <Line line={row} colours={colours} />
    </div>
  )
}

/** One side of a side-by-side row. */
function Half({
  line,
  side,
  colours,
}: {
  line: NumberedLine | null
  side: 'old' | 'fresh'
  colours: DiffColours
}) {
  if (line === null) return <div className="bg-panel" />
  return (
    <div className={cx('flex min-w-0 pe-2', TINTS[line.kind])}>
      <Numbers of={[line[side]]} />
      <Line line={line} colours={colours} />
    </div>
  )
}

/** Drawn by CSS, so that copied text and screen readers get only the lines. */
function Numbers({ of }: { of: readonly (number | null)[] }) {
  return of.map((number, index) => (
    <span
      key={index}
      aria-hidden="true"
      data-number={number ?? ''}
      className="w-9 shrink-0 pe-2 text-end text-hint leading-[inherit] text-ink-3 select-none before:content-[attr(data-number)]"
    />
  ))
}

function Line({ line, colours }: { line: NumberedLine; colours: DiffColours }) {
  return (
    <>
      <span className={cx('w-4 shrink-0 select-none', SIGN_COLOURS[line.kind])}>{SIGNS[line.kind]}</span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap">
        <Marked line={line} colours={colours} />
        {line.text === '' && <br />}
      </span>
    </>
  )
}

/** Changed words are underlined rather than filled, because a fill under coloured text failed the contrast check. */
function Marked({ line, colours }: { line: NumberedLine; colours: DiffColours }) {
  const underline = `underline decoration-2 underline-offset-4 ${line.kind === 'added' ? 'decoration-clear' : 'decoration-stop'}`
  const pieces = colours.of(line)
  if (line.marks.length === 0 && pieces.every(({ look }) => look === 'plain'))
    return <Visible text={line.text} />
  return spansOf(line, pieces).map(({ text, look, changed }, index) => (
    <span key={index} className={cx(CODE_LOOKS[look], changed && underline)}>
      <Visible text={text} />
    </span>
  ))
}

const TINTS = { same: '', added: 'bg-clear-bg', removed: 'bg-stop-bg' } as const
const SIGNS = { same: ' ', added: '+', removed: '-' } as const
const SIGN_COLOURS = { same: '', added: 'text-clear', removed: 'text-stop' } as const
