import type { CallId, ThreadId } from '@countersign/protocol'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ApprovalCard } from '../../platform/cards/ApprovalCard.tsx'
import { cardView } from '../../platform/cards/card-view.ts'
import { useCardActions } from '../../platform/cards/use-card-actions.ts'
import { useApp, useView } from '../../data/context.ts'
import { isRepeated } from '../../data/selectors.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import { filterQuestions, NO_FILTER } from './filter-questions.ts'
import { KindGroup } from '../../platform/batches/KindGroup.tsx'
import type { OnBatch } from '../../platform/batches/use-batch.ts'
import { afterKeyBatch } from '../../platform/focus/card-focus.ts'
import { groupKinds } from '../../platform/batches/kinds.ts'
import { NotifyMe } from './NotifyMe.tsx'
import { texts } from './texts.ts'
import { useWorkspaces } from './use-workspaces.ts'
import { WaitingFilters } from './WaitingFilters.tsx'
import { WaitingTabs } from './WaitingTabs.tsx'
import { WaitingRow } from './WaitingRow.tsx'

/** Few enough to fit on the page: nobody has to unfold anything. */
const ALL_OPEN = 3

/** Fewer are seen at a glance; filters would only be in the way. */
const MANY = 4

/** Groups by chat, oldest first; a row for each call, unfolding to the card in its place. */
export function DesktopWaiting({
  questions: all,
  onBatch,
}: {
  questions: readonly OpenQuestion[]
  onBatch: (calls: readonly CallId[]) => void
}) {
  const { client } = useApp()
  const answers = useView((view) => view.answers)
  const [filter, setFilter] = useState(NO_FILTER)
  const questions = useMemo(() => filterQuestions(all, filter), [all, filter])
  const workspaces = useWorkspaces()
  const order = questions.map(({ call }) => call.id)
  const actions = useCardActions(order)
  const [touched, setTouched] = useState<ReadonlyMap<CallId, boolean>>(new Map())
  const [few] = useState(all.length <= ALL_OPEN)
  const isOpen = (id: CallId): boolean => touched.get(id) ?? few
  const threads = Map.groupBy(questions, ({ approval }) => approval.thread_id)

  function row(question: OpenQuestion) {
    const { call, approval } = question
    const open = isOpen(call.id)
    const view = cardView(call, approval, {
      given: answers.get(call.id),
      position: { index: order.indexOf(call.id) + 1, of: order.length },
      workspace: workspaces.get(approval.thread_id) ?? null,
      threadTitle: null,
      said: isRepeated(questions, order.indexOf(call.id)),
    })
    return (
      <WaitingRow
        key={call.id}
        question={question}
        open={open}
        onToggle={() => setTouched(new Map(touched).set(call.id, !open))}
      >
        <ApprovalCard view={view} actions={actions(call.id)} />
      </WaitingRow>
    )
  }

  const answerAll: OnBatch = (decision, chosen, by) => {
    const calls = chosen.map(({ call }) => call.id)
    for (const { call, approval } of chosen) client.answer(call.id, { decision, hash: approval.hash })
    onBatch(calls)
    if (by === 'key') afterKeyBatch(order, calls)
  }

  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[61rem] flex-col gap-5 px-4 py-8">
        <div className="flex items-baseline gap-3">
          <h1 className="text-page font-semibold">{texts.title}</h1>
          <span className="text-ink-3">
            {texts.summary(all.length, new Set(all.map(({ call }) => call.thread_id)).size)}
          </span>
          <WaitingTabs at="waiting" />
          <NotifyMe />
        </div>
        {(all.length >= MANY || questions.length < all.length) && (
          <WaitingFilters questions={all} filter={filter} shown={questions.length} onFilter={setFilter} />
        )}
        {questions.length === 0 && <p className="text-ink-3">{texts.noneFits}</p>}
        {[...threads].map(([thread, group]) => (
          <ThreadGroup key={thread} thread={thread} title={threadTitle(group)}>
            {groupKinds(group).map((item) =>
              item.kind === 'one' ? (
                row(item.question)
              ) : (
                <li key={item.id}>
                  <KindGroup title={item.title} questions={item.questions} onAnswer={answerAll} />
                </li>
              ),
            )}
          </ThreadGroup>
        ))}
      </div>
    </div>
  )
}

/** The waiting calls of one thread, under its name. */
function ThreadGroup(props: { thread: ThreadId; title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2" aria-label={props.title}>
      <h2 className="text-label">
        <Link
          href={`/t/${props.thread}`}
          title={texts.openThread}
          className="font-semibold text-ink no-underline hover:underline"
        >
          {props.title}
        </Link>
      </h2>
      <ul className="flex flex-col gap-2">{props.children}</ul>
    </section>
  )
}

function threadTitle(group: readonly OpenQuestion[]): string {
  const title = group[0]?.approval.thread_title ?? ''
  return title === '' ? texts.untitled : title
}
