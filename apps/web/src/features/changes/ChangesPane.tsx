import type { CallId, ChangeCall, ChangesView, ThreadId, TurnId } from '@countersign/protocol'
import { GitCommitVertical, History, Undo2 } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import type { ComponentProps } from 'react'
import type { PaneProps } from '../../platform/feature.ts'
import { useReviewAsked } from '../../platform/review.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazy } from '../../ui/lazy.ts'
import { Page } from '../../ui/Page.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { ChangeList } from './ChangeList.tsx'
import { ofTurn, rowsOf, sumsOf, turnsOf, type ScopeName } from './change-rows.ts'
import { FileIndex } from './FileIndex.tsx'
import { LineSums } from './HunkCard.tsx'
import { texts } from './texts.ts'
import { ThenList } from './ThenList.tsx'
import { Timeline } from './Timeline.tsx'
import { useChanges, type Changes } from './use-changes.ts'

const CommitSheet = lazy(async () => ({ default: (await import('./CommitSheet.tsx')).CommitSheet }))

/** The changes of this thread: files, hunks and the timeline next to them. */
export function ChangesPane({ params }: PaneProps) {
  const { thread } = useWorkbench()
  return thread === null ? (
    <Page>{texts.noChat}</Page>
  ) : (
    <ThreadChanges thread={thread} wanted={params['turn'] ?? null} />
  )
}

const NOTHING: ChangesView = { files: [], calls: [], more: false }

function ThreadChanges({ thread, wanted }: { thread: ThreadId; wanted: string | null }) {
  const readOnly = useNarrow()
  const { scope, setScope, changes, turns, current, shown, calls } = useScope(thread, wanted)
  const [chosen, setChosen] = useState<string | null>(null)
  const [point, setPoint] = useState<ChangeCall | null>(null)
  const [then, setThen] = useState<ChangeCall | null>(null)
  const [committing, setCommitting] = useState(false)
  /** If there is no room for both, the timeline replaces the hunks. */
  const [timeline, setTimeline] = useState(false)
  const { rows, folded, fold } = useRows(shown.files)
  usePaneContext(() => ({ summary: summaryOf(shown), sources: shown.files.map(({ path }) => path) }))
  const file = rows.find(({ key }) => key === chosen)?.file.path ?? null
  return (
    <div className="@container flex h-full min-h-0 flex-col" data-changes="">
      <Head
        scope={scope}
        onScope={setScope}
        view={shown}
        changes={changes}
        readOnly={readOnly}
        onCommit={() => setCommitting(true)}
        timeline={timeline}
        onTimeline={setTimeline}
      />
      <div className="flex min-h-0 flex-1">
        <div className="hidden min-h-0 @min-[60rem]:flex">
          <FileIndex
            files={shown.files}
            calls={calls}
            chosen={file}
            onGo={(path) =>
              setChosen(rows.find((row) => row.kind === 'hunk' && row.file.path === path)?.key ?? null)
            }
          />
        </div>
        <div className={cx('min-h-0 min-w-0 flex-1', timeline ? 'hidden @min-[46rem]:flex' : 'flex')}>
          {then !== null ? (
            <ThenList thread={thread} call={then.id} what={then.title} onBack={() => setThen(null)} />
          ) : (
            <Hunks
              scope={scope}
              changes={changes}
              rows={rows}
              calls={calls}
              chosen={chosen}
              folded={folded}
              readOnly={readOnly}
              onChoose={setChosen}
              onFold={fold}
            />
          )}
        </div>
        <div className={cx('min-h-0', timeline ? 'flex' : 'hidden @min-[46rem]:flex')}>
          <Timeline
            turns={scope === 'turn' ? turns.filter(({ id }) => id === current) : turns}
            first={scope === 'turn' ? turns.findIndex(({ id }) => id === current) + 1 : 1}
            chosen={point}
            onChoose={setPoint}
            onCompare={() => {
              setThen(point)
              setTimeline(false)
            }}
          />
        </div>
      </div>
      {shown.more && <p className="border-t border-line px-3 py-1 text-hint text-ink-3">{texts.more}</p>}
      {committing && (
        <Suspense>
          <CommitSheet
            thread={thread}
            turn={scope === 'turn' ? current : null}
            onClose={() => setCommitting(false)}
            onDone={() => void changes.lookAgain()}
          />
        </Suspense>
      )}
    </div>
  )
}

interface HunksProps extends Omit<ComponentProps<typeof ChangeList>, 'acts' | 'onOpen'> {
  readonly scope: ScopeName
  readonly changes: Changes
}

function Hunks({ scope, changes, ...list }: HunksProps) {
  const { open } = useWorkbench()
  if (list.rows.length === 0)
    return (
      <p className="min-w-0 flex-1 p-3 text-hint text-ink-3">
        {changes.problem ?? (changes.view === undefined ? texts.loading : texts.none[scope])}
      </p>
    )
  return (
    <ChangeList {...list} acts={changes} onOpen={list.readOnly ? null : (path) => open('editor', { path })} />
  )
}

/** The rows of files, without the hunks of folded ones. */
function useRows(files: ChangesView['files']) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => rowsOf(files, folded), [files, folded])
  const fold = (path: string): void =>
    setFolded(
      (before) => new Set(before.has(path) ? [...before].filter((one) => one !== path) : [...before, path]),
    )
  return { rows, folded, fold }
}

/** Which changes are shown: those of a turn, of the chat, or of the day. */
function useScope(thread: ThreadId, wanted: string | null) {
  const [scope, setScope] = useState<ScopeName>('turn')
  const [asked, setAsked] = useState<string | null>(wanted)
  useReviewAsked((turn) => {
    setAsked(turn)
    setScope('turn')
  })
  // The last turn with changes, unless another was requested.
  const [turn, setTurn] = useState<TurnId | null>(null)
  const changes = useChanges(thread, scope, turn)
  const view = changes.view ?? NOTHING
  const turns = useMemo(() => turnsOf(view.calls), [view.calls])
  const current = turnIn(turns, asked)
  if (current !== turn) setTurn(current)
  const shown = useMemo(() => (scope === 'turn' ? ofTurn(view, current) : view), [scope, view, current])
  const calls = useMemo(
    () => new Map<CallId, ChangeCall>(view.calls.map((call) => [call.id, call])),
    [view.calls],
  )
  return { scope, setScope, changes, turns, current, shown, calls }
}

/** The requested turn, or the last one with changes. */
function turnIn(turns: ReturnType<typeof turnsOf>, asked: string | null): TurnId | null {
  const found = turns.find(({ id }) => id === asked)
  const last = turns.findLast(({ calls }) => calls.some(({ changed }) => changed))
  return (found ?? last ?? turns.at(-1))?.id ?? null
}

function summaryOf({ files }: ChangesView): string {
  const { hunks, kept, undone, open } = sumsOf(files)
  return `${texts.sums(files.length, hunks)}: ${texts.states(kept, undone, open)}`
}

interface HeadProps {
  readonly scope: ScopeName
  readonly onScope: (scope: ScopeName) => void
  readonly view: ChangesView
  readonly changes: Changes
  readonly readOnly: boolean
  readonly onCommit: () => void
  readonly timeline: boolean
  readonly onTimeline: (shown: boolean) => void
}

const SCOPES: readonly ScopeName[] = ['turn', 'chat', 'day']

function Head(props: HeadProps) {
  const { scope, onScope, view, changes, readOnly, onCommit, timeline, onTimeline } = props
  const { hunks, added, removed, kept, undone, open } = sumsOf(view.files)
  return (
    <div className="flex flex-col gap-1 border-b border-line px-3 py-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div
          role="group"
          aria-label={texts.scopeLabel}
          className="flex overflow-clip rounded-control border border-line-strong"
        >
          {SCOPES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={scope === name}
              onClick={() => onScope(name)}
              className={cx(
                'min-h-6 px-3 text-label coarse:min-h-control',
                scope === name ? 'bg-accent font-semibold text-on-accent' : 'text-ink hover:bg-panel',
              )}
            >
              {texts.scopes[name]}
            </button>
          ))}
        </div>
        <span className="text-label font-semibold">{texts.sums(view.files.length, hunks)}</span>
        <LineSums added={added} removed={removed} />
        <span className="text-hint text-ink-3">{texts.states(kept, undone, open)}</span>
        <span className="@min-[46rem]:hidden">
          <Button kind="quiet" aria-pressed={timeline} onClick={() => onTimeline(!timeline)}>
            <History size={14} aria-hidden="true" />
            {texts.timeline}
          </Button>
        </span>
        {!readOnly && (
          <span className="ms-auto flex flex-wrap gap-2">
            <Button title={texts.undoAllHint} disabled={open === 0} onClick={() => void changes.undoAll()}>
              <Undo2 size={14} aria-hidden="true" />
              {texts.undoAll}
            </Button>
            <Button onClick={onCommit}>
              <GitCommitVertical size={14} aria-hidden="true" />
              {texts.commit}
            </Button>
          </span>
        )}
      </div>
      <p
        role="status"
        className={cx('text-hint empty:hidden', changes.said?.ok === false ? 'text-stop' : 'text-ink-2')}
      >
        {changes.said?.text}
      </p>
    </div>
  )
}
