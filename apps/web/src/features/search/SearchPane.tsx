import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { FoundLines } from './FoundLines.tsx'
import { ReplacePreview } from './ReplacePreview.tsx'
import { SearchForm } from './SearchForm.tsx'
import { snapshotOf } from './snapshot.ts'
import { texts } from './texts.ts'
import { useFind, type Finding } from './use-find.ts'
import { useReplace } from './use-replace.ts'

/** Finds text in the files of a chat's folder, opens it in the editor, and replaces it by hand. */
export function SearchPane() {
  const { thread, open } = useWorkbench()
  const queries = useQueryClient()
  const { finding, find, preview, show } = useFind()
  const { busy, replaced, apply, undo } = useReplace(thread)
  const looks = useRef(0)
  usePaneContext(() => snapshotOf(finding))
  const openAt = (path: string, line: number): void => {
    looks.current += 1
    // The number makes a second visit of the same line distinct.
    open('editor', { path, line: String(line), look: String(looks.current) })
  }
  /** Editors and the tree reload the written files. */
  const lookAgain = (): void => {
    void queries.invalidateQueries({ queryKey: ['file', thread] })
    void queries.invalidateQueries({ queryKey: ['folder', thread] })
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SearchForm
        thread={thread}
        onFind={(wish) => void find(wish)}
        onPreview={(wish, by) => void preview(wish, by)}
      />
      {replaced !== null && (
        <p
          role="status"
          className="flex items-center gap-2 border-b border-line px-3 py-1 text-hint text-ink-2"
        >
          <span className="min-w-0 flex-1">{replaced.words}</span>
          {replaced.calls.length > 0 && (
            <Button kind="quiet" disabled={busy} onClick={() => void undo().then(lookAgain)}>
              {texts.undo}
            </Button>
          )}
        </p>
      )}
      <Outcome
        finding={finding}
        busy={busy}
        onOpen={openAt}
        onMore={(wish) => void find({ ...wish, limit: 10_000 })}
        onApply={(files) =>
          void apply(files).then(() => {
            lookAgain()
            show({ state: 'none' })
          })
        }
      />
    </div>
  )
}

function Outcome(props: {
  finding: Finding
  busy: boolean
  onOpen: (path: string, line: number) => void
  onMore: (wish: Extract<Finding, { state: 'found' }>['wish']) => void
  onApply: Parameters<typeof ReplacePreview>[0]['onApply']
}) {
  const { finding, busy, onOpen, onMore, onApply } = props
  switch (finding.state) {
    case 'none':
      return <p className="p-3 text-hint text-ink-3">{texts.hint}</p>
    case 'looking':
      return <p className="p-3 text-hint text-ink-3">{texts.searching}</p>
    case 'problem':
      return (
        <p role="alert" className="p-3 text-stop">
          {finding.message}
        </p>
      )
    case 'previewed':
      return <ReplacePreview files={finding.files} more={finding.more} busy={busy} onApply={onApply} />
    case 'found': {
      const { files, lines, more, wish } = finding
      return (
        <>
          <div className="flex flex-wrap items-center gap-2 px-3 py-1.5 text-hint text-ink-2">
            <span role="status">{lines === 0 ? texts.nothing : texts.found(lines, files.length)}</span>
            {more && (
              <>
                <span>{texts.more(lines)}</span>
                {wish.limit !== 10_000 && (
                  <Button kind="quiet" size="small" onClick={() => onMore(wish)}>
                    {texts.showMore}
                  </Button>
                )}
              </>
            )}
          </div>
          {lines > 0 && <FoundLines files={files} onOpen={onOpen} />}
        </>
      )
    }
  }
}
