import type { ChangedFile } from '@countersign/protocol/client'
import { FileDiff, FileText, SquareTerminal, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Visible } from '../../../ui/Visible.tsx'
import type { UndoResult } from '../calls/call-actions.ts'
import { texts } from './texts.ts'
import { lazy } from '../../../ui/lazy.ts'

const UndoOutcome = lazy(async () => ({ default: (await import('../calls/UndoOutcome.tsx')).UndoOutcome }))

export interface ChangedFilesProps {
  readonly files: readonly ChangedFile[]
  /** Shows the changes by hunk. */
  readonly onReview: () => void
  readonly onUndoAll: (skipConflicts: boolean) => Promise<UndoResult>
  readonly onUndo: (file: ChangedFile, skipConflicts: boolean) => Promise<UndoResult>
}

/** The files that a turn changed, at its end. */
export function ChangedFiles({ files, onReview, onUndoAll, onUndo }: ChangedFilesProps) {
  const [tried, setTried] = useState<Tried | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (undo: (skip: boolean) => Promise<UndoResult>, skip: boolean): Promise<void> => {
    setBusy(true)
    setTried({ result: await undo(skip), undo })
    setBusy(false)
  }
  const isFile = ({ kind }: ChangedFile): boolean => kind === 'file'
  const named = files.filter(isFile)
  return (
    <section
      aria-label={texts.label}
      data-changed-files=""
      className="mb-2 overflow-hidden rounded-card border border-line bg-raised text-label"
    >
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 py-1 ps-3 pe-1">
        <h3 className="font-semibold">{texts.changed(named.length, files.length - named.length)}</h3>
        <Lines lines={total(named)} />
        {files.some(({ undone }) => !undone) ? (
          <span className="ms-auto flex">
            <Button kind="quiet" title={texts.reviewHint} onClick={onReview}>
              <FileDiff size={14} aria-hidden="true" />
              {texts.review}
            </Button>
            <Button
              kind="quiet"
              disabled={busy}
              title={texts.undoAllHint}
              onClick={() => void run(onUndoAll, false)}
            >
              <Undo2 size={14} aria-hidden="true" />
              {texts.undoAll}
            </Button>
          </span>
        ) : (
          <span className="ms-auto flex items-center gap-2 pe-2 text-hint text-ink-3">
            <Button kind="quiet" title={texts.reviewHint} onClick={onReview}>
              <FileDiff size={14} aria-hidden="true" />
              {texts.review}
            </Button>
            {texts.undone}
          </span>
        )}
        {tried !== null && (
          <Suspense>
            <UndoOutcome result={tried.result} busy={busy} onRest={() => void run(tried.undo, true)} />
          </Suspense>
        )}
      </div>
      <ul>
        {files.map((file) => (
          <FileRow
            key={`${file.kind} ${file.name}`}
            file={file}
            busy={busy}
            onUndo={() => void run((skip) => onUndo(file, skip), false)}
          />
        ))}
      </ul>
    </section>
  )
}

interface Tried {
  readonly result: UndoResult
  readonly undo: (skip: boolean) => Promise<UndoResult>
}

function FileRow({ file, busy, onUndo }: { file: ChangedFile; busy: boolean; onUndo: () => void }) {
  const Icon = file.kind === 'file' ? FileText : SquareTerminal
  return (
    <li className="flex min-h-8 items-center gap-2 border-t border-line ps-3 pe-1">
      <Icon size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
      <code className={cx('min-w-0 truncate font-mono', file.undone && 'text-ink-3 line-through')}>
        <Visible text={file.name} />
      </code>
      {change(file) !== null && (
        <span className="min-w-0 truncate text-hint text-ink-3">
          <Visible text={change(file) ?? ''} />
        </span>
      )}
      <span className="ms-auto flex shrink-0 items-center gap-2">
        <Lines lines={file.lines} />
        {file.undone ? (
          <span className="pe-2 text-hint text-ink-3">{texts.undone}</span>
        ) : (
          <Button
            kind="quiet"
            size="icon"
            disabled={busy}
            aria-label={texts.undo(file.name)}
            title={texts.undo(file.name)}
            onClick={onUndo}
          >
            <Undo2 size={14} aria-hidden="true" />
          </Button>
        )}
      </span>
    </li>
  )
}

/** The change of the file besides its text. */
function change({ deleted, from }: ChangedFile): string | null {
  if (deleted === true) return texts.deleted
  return from === undefined ? null : texts.renamed(from)
}

function Lines({ lines }: { lines: ChangedFile['lines'] }) {
  if (lines === null || lines.added + lines.removed === 0) return null
  return (
    <span className="text-hint whitespace-nowrap" title={texts.lines(lines.added, lines.removed)}>
      <span className="text-clear">{texts.added(lines.added)}</span>{' '}
      <span className="text-stop">{texts.removed(lines.removed)}</span>
    </span>
  )
}

/** Null: unknown for some of the remaining ones. */
function total(files: readonly ChangedFile[]): ChangedFile['lines'] {
  const there = files.filter(({ deleted }) => deleted !== true)
  let sum: ChangedFile['lines'] = there.length === 0 ? null : { added: 0, removed: 0 }
  for (const { lines } of there)
    sum =
      sum === null || lines === null
        ? null
        : { added: sum.added + lines.added, removed: sum.removed + lines.removed }
  return sum
}
