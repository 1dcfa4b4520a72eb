import type { CallId, ChangeCall, ChangedPath } from '@countersign/protocol'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Virtualizer } from 'virtua'
import type { VirtualizerHandle } from 'virtua'
import { Button } from '../../ui/Button.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { hunkBeside, sumsOf, type ChangeRow } from './change-rows.ts'
import { HunkCard, LineSums } from './HunkCard.tsx'
import { texts } from './texts.ts'
import type { Changes } from './use-changes.ts'

interface ChangeListProps {
  readonly rows: readonly ChangeRow[]
  readonly calls: ReadonlyMap<CallId, ChangeCall>
  readonly chosen: string | null
  readonly folded: ReadonlySet<string>
  readonly readOnly: boolean
  readonly acts: Pick<Changes, 'undo' | 'keep'>
  readonly onChoose: (key: string) => void
  readonly onFold: (path: string) => void
  readonly onOpen: ((path: string) => void) | null
}

/** Files and their hunks in a list. Only visible rows are drawn; keys move from hunk to hunk. */
export function ChangeList(props: ChangeListProps) {
  const { rows, chosen, readOnly, acts, onChoose } = props
  const id = useId()
  const list = useRef<VirtualizerHandle>(null)
  /** The next selected hunk takes the focus. */
  const moved = useRef(false)
  const at = rows.findIndex(({ key }) => key === chosen)
  useEffect(() => {
    if (!moved.current || at === -1) return
    moved.current = false
    list.current?.scrollToIndex(at, { align: 'nearest' })
    document.getElementById(`${id}-${at}`)?.focus({ preventScroll: true })
  }, [at, id])

  const go = (step: 1 | -1): void => {
    const next = hunkBeside(rows, chosen, step)
    if (next === null) return
    moved.current = true
    onChoose(next)
  }
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[at]
    const hunk = row?.kind === 'hunk' ? row.hunk : undefined
    if (event.key === 'F7') go(event.shiftKey ? -1 : 1)
    else if (row?.kind !== 'hunk' || hunk === undefined || readOnly || event.shiftKey) return
    else if (event.key === 'k') void acts.keep(row.file, hunk, hunk.state !== 'kept')
    else if (event.key === 'u' && (hunk.state === 'open' || hunk.state === 'kept'))
      void acts.undo(row.file, hunk, false)
    else if (event.key === 'u' && hunk.can_return) void acts.undo(row.file, hunk, true)
    else return
    event.preventDefault()
  }
  return (
    // The keys work wherever in the list the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="region"
      aria-label={texts.hunks}
      data-change-list=""
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto pb-4 focus-visible:outline-offset-[-2px]"
      onKeyDown={key}
    >
      <Virtualizer ref={list} keepMounted={at === -1 ? [] : [at]} bufferSize={400}>
        {rows.map((row, index) =>
          row.kind === 'file' ? (
            <FileHead
              key={row.key}
              file={row.file}
              folded={props.folded.has(row.file.path)}
              onFold={() => props.onFold(row.file.path)}
              onOpen={props.onOpen}
            />
          ) : (
            <HunkCard
              key={row.key}
              id={`${id}-${index}`}
              file={row.file}
              hunk={row.hunk}
              call={props.calls.get(row.hunk.call_id)}
              chosen={row.key === chosen}
              readOnly={readOnly}
              onChoose={() => row.key !== chosen && onChoose(row.key)}
              onUndo={(back) => void acts.undo(row.file, row.hunk, back)}
              onKeep={(kept) => void acts.keep(row.file, row.hunk, kept)}
            />
          ),
        )}
      </Virtualizer>
    </div>
  )
}

function FileHead(props: {
  file: ChangedPath
  folded: boolean
  onFold: () => void
  onOpen: ((path: string) => void) | null
}) {
  const { file, folded, onFold, onOpen } = props
  const { added, removed } = sumsOf([file])
  const Chevron = folded ? ChevronRight : ChevronDown
  const note = [
    texts.hunkCount(file.hunks.length),
    ...(file.moved_from === undefined ? [] : [texts.renamed(file.moved_from)]),
    ...(file.there ? [] : [texts.gone]),
  ].join(', ')
  return (
    <div
      data-change-row="file"
      className="flex min-h-9 flex-wrap items-center gap-x-2 border-t border-line ps-1 pe-3 text-label"
    >
      <Button
        kind="quiet"
        size="small"
        aria-expanded={!folded}
        aria-label={folded ? texts.unfold(file.path) : texts.fold(file.path)}
        onClick={onFold}
      >
        <Chevron size={14} aria-hidden="true" />
      </Button>
      <h2 className="min-w-0 truncate font-mono text-code font-semibold">
        <Visible text={file.path} />
      </h2>
      <LineSums added={added} removed={removed} />
      <span className="text-hint text-ink-3">{file.kind === 'blob' ? texts.blob : note}</span>
      {onOpen !== null && file.there && (
        <span className="ms-auto">
          <Button
            kind="quiet"
            size="small"
            aria-label={texts.openFile(file.path)}
            onClick={() => onOpen(file.path)}
          >
            {texts.open}
          </Button>
        </span>
      )}
    </div>
  )
}
