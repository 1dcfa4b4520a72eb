import type { ChangeAuthor, ChangeCall, ChangedPath, CallId } from '@countersign/protocol'
import { Virtualizer } from 'virtua'
import { cx } from '../../ui/cx.ts'
import { Visible } from '../../ui/Visible.tsx'
import { sumsOf } from './change-rows.ts'
import { AUTHOR_ICONS, LineSums } from './HunkCard.tsx'
import { texts } from './texts.ts'

/** The files of the list, and the number of hunks by author. */
export function FileIndex(props: {
  files: readonly ChangedPath[]
  calls: ReadonlyMap<CallId, ChangeCall>
  chosen: string | null
  onGo: (path: string) => void
}) {
  const { files, calls, chosen, onGo } = props
  return (
    <nav aria-label={texts.files} className="flex min-h-0 w-60 shrink-0 flex-col border-e border-line">
      <div className="min-h-0 flex-1 overflow-y-auto p-1">
        <Virtualizer>
          {files.map((file) => (
            <button
              key={file.path}
              type="button"
              data-change-row="index"
              aria-current={file.path === chosen ? 'true' : undefined}
              onClick={() => onGo(file.path)}
              className={cx(
                'flex min-h-7 w-full items-center gap-2 rounded-control border px-2 text-start',
                file.path === chosen ? 'border-line-strong bg-raised' : 'border-transparent hover:bg-panel',
              )}
            >
              <code className="min-w-0 flex-1 truncate font-mono text-code">
                <Visible text={file.path} />
              </code>
              <LineSums {...sumsOf([file])} />
            </button>
          ))}
        </Virtualizer>
      </div>
      <Authors files={files} calls={calls} />
      <p className="border-t border-line p-3 text-hint text-ink-3">{texts.explain}</p>
    </nav>
  )
}

const AUTHORS: readonly ChangeAuthor[] = ['agent', 'command', 'you']

function Authors({
  files,
  calls,
}: {
  files: readonly ChangedPath[]
  calls: ReadonlyMap<CallId, ChangeCall>
}) {
  const counts = new Map<ChangeAuthor, number>()
  for (const { call_id } of files.flatMap(({ hunks }) => hunks)) {
    const author = calls.get(call_id)?.author ?? 'agent'
    counts.set(author, (counts.get(author) ?? 0) + 1)
  }
  return (
    <ul className="border-t border-line p-3 text-hint text-ink-2">
      {AUTHORS.map((author) => {
        const Icon = AUTHOR_ICONS[author]
        return (
          <li key={author} className="flex min-h-6 items-center gap-2">
            <Icon size={14} aria-hidden="true" className="shrink-0" />
            <span className="flex-1">{texts.sources[author]}</span>
            <span>{counts.get(author) ?? 0}</span>
          </li>
        )
      })}
    </ul>
  )
}
