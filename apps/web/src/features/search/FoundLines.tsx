import type { FoundInFile, FoundLine } from '@countersign/protocol'
import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { Virtualizer } from 'virtua'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

type Row =
  | { readonly kind: 'file'; readonly file: FoundInFile }
  | { readonly kind: 'line'; readonly path: string; readonly line: FoundLine }

/** Matching lines below their file. Only visible rows are drawn. */
export function FoundLines(props: {
  files: readonly FoundInFile[]
  onOpen: (path: string, line: number) => void
}) {
  const { files, onOpen } = props
  const rows = useMemo(
    () =>
      files.flatMap((file): readonly Row[] => [
        { kind: 'file', file },
        ...file.lines.map((line): Row => ({ kind: 'line', path: file.path, line })),
      ]),
    [files],
  )
  return (
    <div role="region" aria-label={texts.results} className="min-h-0 flex-1 overflow-auto">
      <Virtualizer data={rows}>
        {(row) =>
          row.kind === 'file' ? (
            <FileRow key={row.file.path} file={row.file} />
          ) : (
            <button
              key={`${row.path}:${row.line.line}`}
              type="button"
              className="flex min-h-6.5 w-full items-baseline gap-2 px-3 text-start font-mono text-code hover:bg-ground focus-visible:outline-offset-[-2px] coarse:min-h-control"
              onClick={() => onOpen(row.path, row.line.line)}
            >
              <span className="w-10 shrink-0 text-end text-ink-3">{row.line.line}</span>
              <span className="min-w-0 flex-1 truncate whitespace-pre">
                <Marked line={row.line} />
              </span>
              <span className="sr-only">{texts.inFile(row.path)}</span>
            </button>
          )
        }
      </Virtualizer>
    </div>
  )
}

function FileRow({ file: { path, agent, lines } }: { file: FoundInFile }) {
  return (
    <div className="flex min-h-7 items-center gap-2 border-t border-line bg-ground px-3 text-label">
      <span className="min-w-0 flex-1 truncate font-medium" title={path}>
        <Visible text={path} />
      </span>
      {agent === 'never' && (
        <span title={texts.hidden} className="text-stop">
          <EyeOff size={14} role="img" aria-label={texts.hidden} />
        </span>
      )}
      <span className="text-hint text-ink-3">{lines.length}</span>
    </div>
  )
}

/** Characters shown before the first match. */
const BEFORE = 40

/** Matches are marked; a long line begins shortly before the first one. */
function Marked({ line: { text, ranges } }: { line: FoundLine }) {
  const first = ranges[0]?.from ?? 0
  const start = first > BEFORE * 2 ? first - BEFORE : text.length - text.trimStart().length
  const pieces = ranges.flatMap(({ from, to }, index) => [
    { text: text.slice(index === 0 ? start : (ranges[index - 1]?.to ?? start), from), fits: false },
    { text: text.slice(from, to), fits: true },
  ])
  const rest = text.slice(ranges.at(-1)?.to ?? start)
  return (
    <>
      {first > BEFORE * 2 && '…'}
      {[...pieces, { text: rest, fits: false }].map((piece, index) =>
        piece.fits ? (
          <mark key={index} className="rounded-mark bg-wait-bg text-ink">
            <Visible text={piece.text} />
          </mark>
        ) : (
          <Visible key={index} text={piece.text} />
        ),
      )}
    </>
  )
}
