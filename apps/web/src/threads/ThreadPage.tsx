import type { CallId, ThreadId } from '@countersign/protocol'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { keepLastThread } from '../app/last-thread.ts'
import { useCardActions } from '../approvals/use-card-actions.ts'
import { ThreadComposer } from '../composer/ThreadComposer.tsx'
import { useApp, useView } from '../data/context.ts'
import { questionsOf } from '../data/selectors.ts'
import type { ThreadData } from '../data/view.ts'
import { Page } from '../ui/Page.tsx'
import { FindBar } from './FindBar.tsx'
import { ModeStrip } from './ModeStrip.tsx'
import { threadRows } from './rows.ts'
import type { Row } from './rows.ts'
import { texts } from './texts.ts'
import { Thread } from './Thread.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { ThreadTrack } from './ThreadTrack.tsx'
import { useEndActions } from './use-end-actions.ts'
import { useFind } from './use-find.ts'
import { useFocusWanted, useWantedCall } from './use-wanted-call.ts'

/** Few folders bring rules of their own. */
const FolderRules = lazy(async () => ({ default: (await import('../rules/FolderRules.tsx')).FolderRules }))

/** A chat: the conversation and its composer. One pane of the bench; on a phone the whole screen. */
export function ThreadPage({ id }: { id: ThreadId }) {
  const { client } = useApp()
  useEffect(() => client.watch(id), [client, id])
  const open = useView((view) => view.open.get(id))
  switch (open?.state) {
    case undefined:
    case 'loading':
      return <ThreadSkeleton thread={id} />
    case 'missing':
      return <Page>{texts.missing}</Page>
    case 'ready':
      return open.deleted ? <Page>{texts.deleted}</Page> : <ReadyThread data={open} />
  }
}

function ReadyThread({ data }: { data: ThreadData }) {
  const rows = useMemo(() => threadRows(data), [data])
  const questions = useMemo(() => questionsOf(data), [data])
  const find = useFind(rows, data)
  const actions = useCardActions(questions.map((question) => question.call.id))
  const ends = useEndActions(data)
  useFocusWanted(true)
  useEffect(() => {
    keepLastThread(window.localStorage, data.thread.id)
  }, [data.thread.id])
  const wanted = useWantedCall()
  const keep = useMemo(
    () =>
      rowsWith(rows, data, [
        ...questions.map((question) => question.call.id),
        ...(wanted === null ? [] : [wanted]),
      ]),
    [rows, data, questions, wanted],
  )
  return (
    <div data-thread-page="" className="flex h-full min-h-0 flex-col bg-panel">
      <h1 className="sr-only">{data.thread.title === '' ? texts.untitled : data.thread.title}</h1>
      <Suspense>
        <FolderRules thread={data.thread} />
      </Suspense>
      {find.open && (
        <FindBar
          text={find.text}
          at={find.at}
          of={find.of}
          onText={find.setText}
          onStep={find.step}
          onClose={find.close}
        />
      )}
      <Thread
        id={data.thread.id}
        rows={rows}
        shown={find.row}
        keep={keep}
        waiting={questions.length}
        endActions={ends}
        renderTrack={(row) => (
          <ThreadTrack data={data} roots={row.roots} questions={questions} actions={actions} />
        )}
      />
      <ModeStrip data={data} questions={questions} />
      <ThreadComposer data={data} />
    </div>
  )
}

/** Indexes of the tracks in which something waits, at any depth. */
function rowsWith(rows: readonly Row[], data: ThreadData, calls: readonly CallId[]): readonly number[] {
  const roots = new Set(calls.map((call) => rootOf(data, call)))
  return rows.flatMap((row, index) =>
    row.kind === 'track' && row.roots.some((root) => roots.has(root)) ? [index] : [],
  )
}

function rootOf(data: ThreadData, id: CallId): CallId {
  const seen = new Set<CallId>()
  let root = id
  for (;;) {
    const parent = data.calls.get(root)?.parent_id ?? null
    if (parent === null || seen.has(parent) || !data.calls.has(parent)) return root
    seen.add(parent)
    root = parent
  }
}
