import type { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { todoList } from '@countersign/protocol/client'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { keepLastThread } from '../../platform/last-thread.ts'
import { useCardActions } from '../../platform/cards/use-card-actions.ts'
import { ThreadComposer } from './composer/ThreadComposer.tsx'
import { useApp, useView } from '../../data/context.ts'
import { questionsOf } from '../../data/selectors.ts'
import type { ThreadData } from '../../data/view.ts'
import { Page } from '../../ui/Page.tsx'
import { FindBar } from './FindBar.tsx'
import { ModeStrip } from './ModeStrip.tsx'
import { threadRows } from './rows.ts'
import type { Row } from './rows.ts'
import { texts } from './texts.ts'
import { Thread } from './Thread.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { ThreadCalls } from './ThreadCalls.tsx'
import { useEndActions } from './use-end-actions.ts'
import { useFind } from './use-find.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useFeatures } from '../../platform/features-context.ts'
import { useFocusWanted, useWantedCall } from '../../platform/focus/use-wanted-call.ts'
import { lazy } from '../../ui/lazy.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'

// What few chats have, or only for a moment, is fetched when it is wanted.
const TurnChanges = lazy(async () => ({ default: (await import('./changes/TurnChanges.tsx')).TurnChanges }))
const QueuedMessages = lazy(async () => ({
  default: (await import('./QueuedMessages.tsx')).QueuedMessages,
}))
const TodoPanel = lazy(async () => ({ default: (await import('./TodoPanel.tsx')).TodoPanel }))
// A dialog is fetched when it is wanted.
const LeaveBranch = lazy(async () => ({ default: (await import('./LeaveBranch.tsx')).LeaveBranch }))
/** Few chats ever have several cards of a kind. */
const BatchStrip = lazy(async () => ({ default: (await import('./BatchStrip.tsx')).BatchStrip }))

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
      return <Gone words={texts.missing} />
    case 'ready':
      return open.deleted ? <Gone words={texts.deleted} /> : <ReadyThread data={open} />
  }
}

/** There is no such chat: said, with a way on. */
function Gone({ words }: { words: string }) {
  return (
    <Page>
      <p>{words}</p>
      <p className="flex gap-4">
        <Link href="/chats">{texts.chats}</Link>
        <Link href="/new">{texts.newThread}</Link>
      </p>
    </Page>
  )
}

function ReadyThread({ data }: { data: ThreadData }) {
  const banners = useFeatures().flatMap(({ aboveThread = [] }) => aboveThread)
  const rows = useMemo(() => threadRows(data), [data])
  const questions = useMemo(() => questionsOf(data), [data])
  const todo = useMemo(() => todoList(data), [data])
  // Once there it stays: it says what became of those that were answered together.
  const [several, setSeveral] = useState(false)
  if (!several && questions.length > 2) setSeveral(true)
  const [sent, setSent] = useState(0)
  const find = useFind(rows, data)
  const actions = useCardActions(questions.map((question) => question.call.id))
  const ends = useEndActions(data)
  const messages = useMessageActions(data)
  const edited = rows.findIndex(({ key }) => key === messages.actions.editing?.id)
  useFocusWanted(true)
  // One that stands beside another is not the one to come back to.
  const { thread: around } = useWorkbench()
  const isMain = around === null || around === data.thread.id
  useEffect(() => {
    if (isMain) keepLastThread(window.localStorage, data.thread.id)
  }, [isMain, data.thread.id])
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
    <div
      data-thread-page={data.thread.id}
      data-takes-files=""
      className="relative flex h-full min-h-0 flex-col bg-panel"
    >
      <h1 className="sr-only">{data.thread.title === '' ? texts.untitled : data.thread.title}</h1>
      {banners.map((Banner, index) => (
        <Banner key={index} thread={data.thread} />
      ))}
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
        shown={find.found?.row ?? null}
        marked={find.open ? find.text : ''}
        keep={edited < 0 ? keep : [...keep, edited]}
        waiting={questions.length}
        sent={sent}
        endActions={ends}
        renderChanges={(turn) => (
          <Suspense>{hasChanges(data, turn) && <TurnChanges data={data} turn={turn} />}</Suspense>
        )}
        messageActions={messages.actions}
        renderCalls={(row) => (
          <ThreadCalls
            data={data}
            roots={row.roots}
            questions={questions}
            actions={actions}
            found={find.found}
          />
        )}
      />
      {todo !== null && (
        <Suspense>
          <TodoPanel list={todo} />
        </Suspense>
      )}
      <ModeStrip data={data} questions={questions} />
      <Suspense>{several && <BatchStrip questions={questions} />}</Suspense>
      {messages.trouble !== null && (
        <p role="status" className="mx-auto w-full max-w-[46rem] px-4 text-hint font-semibold text-stop">
          {messages.trouble}
        </p>
      )}
      <Suspense>{hasQueued(data) && <QueuedMessages data={data} />}</Suspense>
      <ThreadComposer
        {...(isMain ? {} : { field: `composer-${data.thread.id}` })}
        data={data}
        onSent={() => setSent((before) => before + 1)}
      />
      <Suspense>
        {messages.leaving !== null && (
          <LeaveBranch onStop={messages.leaving.go} onClose={messages.leaving.stay} />
        )}
      </Suspense>
    </div>
  )
}

function hasQueued({ turns }: ThreadData): boolean {
  return [...turns.values()].some(({ state }) => state === 'queued')
}

/** Whether a call of the turn may have changed files. */
function hasChanges({ calls }: ThreadData, turn: TurnId): boolean {
  return [...calls.values()].some(
    (call) => call.turn_id === turn && 'undo' in call && call.undo !== undefined,
  )
}

/** Indexes of the rows of calls in which something waits, at any depth. */
function rowsWith(rows: readonly Row[], data: ThreadData, calls: readonly CallId[]): readonly number[] {
  const roots = new Set(calls.map((call) => rootOf(data, call)))
  return rows.flatMap((row, index) =>
    row.kind === 'calls' && row.roots.some((root) => roots.has(root)) ? [index] : [],
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
