import { showsThread } from '../../../platform/thread-path.ts'
import { cx } from '../../../ui/cx.ts'
import { ThreadRowView, listClass } from './ThreadRowView.tsx'
import type { ThreadRow } from './thread-groups.ts'
import { texts } from './texts.ts'
import { MarkedWords } from './MarkedWords.tsx'
import { useThreadSearch } from './use-thread-search.ts'

/** Threads with the typed words in their title or messages. */
export function FoundThreads(props: {
  rows: readonly ThreadRow[]
  typed: string
  wide: boolean
  path: string
}) {
  const { found, searching, more, trouble } = useThreadSearch(props.rows, props.typed)
  return (
    <section aria-label={texts.results} className="flex flex-col gap-1">
      <p role="status" className="px-2 text-hint text-ink-3">
        {found.length > 0
          ? texts.found(found.length)
          : searching
            ? texts.searching
            : texts.nothingFound(props.typed.trim())}
      </p>
      {trouble !== null && <p className="px-2 text-hint text-stop">{texts.searchFailed(trouble)}</p>}
      <ul className={cx(listClass(props.wide), 'empty:hidden')}>
        {found.map(({ row, excerpt }) => (
          <ThreadRowView
            key={row.thread.id}
            row={row}
            wide={props.wide}
            line={excerpt === null ? null : <MarkedWords text={excerpt} typed={props.typed} />}
            open={showsThread(props.path, row.thread.id)}
          />
        ))}
      </ul>
      {more && <p className="px-2 text-hint text-ink-3">{texts.moreFound}</p>}
    </section>
  )
}
