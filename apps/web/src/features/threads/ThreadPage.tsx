import type { ThreadId, TurnId } from '@countersign/protocol'
import { todoList } from '@countersign/protocol/client'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { keepLastThread } from '../../platform/last-thread.ts'
import { useCardActions } from '../../platform/cards/use-card-actions.ts'
import { ThreadComposer } from './composer/ThreadComposer.tsx'
import { useApp, useView } from '../../data/context.ts'
import { liveTurn, questionsOf, type OpenQuestion } from '../../data/selectors.ts'
import type { ThreadData } from '../../data/view.ts'
import { Page } from '../../ui/Page.tsx'
import { ModeStrip } from './ModeStrip.tsx'
import { threadRows } from './rows.ts'
import { texts } from './texts.ts'
import { Thread } from './Thread.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'
import { ThreadCalls } from './ThreadCalls.tsx'
import { useEndActions } from './use-end-actions.ts'
import { FindBar } from './FindBar.tsx'
import { useFind } from './use-find.ts'
import { useKeptRows } from './use-kept-rows.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useFeatures } from '../../platform/features-context.ts'
import { useFocusWanted } from '../../platform/focus/use-wanted-call.ts'
import { lazy } from '../../ui/lazy.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'

// Parts that few threads have, or only for a moment, are loaded on demand.
const TurnChanges = lazy(async () => ({ default: (await import('./changes/TurnChanges.tsx')).TurnChanges }))
const QueuedMessages = lazy(async () => ({
  default: (await import('./QueuedMessages.tsx')).QueuedMessages,
}))
const TodoPanel = lazy(async () => ({ default: (await import('./TodoPanel.tsx')).TodoPanel }))
// A dialog is loaded on demand.
const LeaveBranch = lazy(async () => ({ default: (await import('./LeaveBranch.tsx')).LeaveBranch }))
/** Few chats ever have several cards of a kind. */
const BatchStrip = lazy(async () => ({ default: (await import('./BatchStrip.tsx')).BatchStrip }))

/** A thread: the conversation and its composer. One pane of the workbench; on a phone the whole screen. */
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

/** A missing thread: a note, with a link to continue. */
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
  const [sent, setSent] = useState(0)
  const find = useFind(rows, data)
  const actions = useCardActions(questions.map((question) => question.call.id))
  const ends = useEndActions(data)
  const messages = useMessageActions(data)
  const keep = useKeptRows(rows, data, questions, messages.actions.editing?.id)
  const isMain = useIsMain(data.thread.id)
  useFocusWanted(true)
  return (
    <div
      data-thread-page={data.thread.id}
      data-takes-files=""
      className="relative flex h-full min-h-0 flex-col bg-panel"
    >
      <h1 className="sr-only">{data.thread.title === '' ? texts.untitled : data.thread.title}</h1>
      {banners.map((Banner, index) => (
        <Suspense key={index}>
          <Banner thread={data.thread} />
        </Suspense>
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
        keep={keep}
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
      <Strips data={data} questions={questions} trouble={messages.trouble} />
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

interface StripsProps {
  readonly data: ThreadData
  readonly questions: readonly OpenQuestion[]
  readonly trouble: string | null
}

/** The lines between the conversation and its composer. */
function Strips({ data, questions, trouble }: StripsProps) {
  const todo = useMemo(() => todoList(data), [data])
  // Once shown it stays, because it reports the outcome of cards that were answered together.
  const [several, setSeveral] = useState(false)
  if (!several && questions.length > 2) setSeveral(true)
  return (
    <>
      {todo !== null && (
        <Suspense>
          <TodoPanel list={todo} />
        </Suspense>
      )}
      <ModeStrip data={data} questions={questions} />
      <Suspense>
        {several && <BatchStrip questions={questions} turnEnded={liveTurn(data) === null} />}
      </Suspense>
      {trouble !== null && (
        <p role="status" className="mx-auto w-full max-w-[46rem] px-4 text-hint font-semibold text-stop">
          {trouble}
        </p>
      )}
      <Suspense>{hasQueued(data) && <QueuedMessages data={data} />}</Suspense>
    </>
  )
}

/** Whether the page is about this thread. A thread in a pane next to another one is not the one that the page returns to. */
function useIsMain(id: ThreadId): boolean {
  const { thread: around } = useWorkbench()
  const isMain = around === null || around === id
  useEffect(() => {
    if (isMain) keepLastThread(window.localStorage, id)
  }, [isMain, id])
  return isMain
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
