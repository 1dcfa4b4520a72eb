import { ApprovalCard } from '../approvals/ApprovalCard.tsx'
import { cardView } from '../approvals/card-view.ts'
import { useCardActions } from '../approvals/use-card-actions.ts'
import { useView } from '../data/context.ts'
import { texts } from './texts.ts'
import { useQuestions } from './use-questions.ts'

/** Everything that waits, over all chats. */
export function WaitingPage() {
  const questions = useQuestions()
  const answers = useView((view) => view.answers)
  const actions = useCardActions(questions.map(({ call }) => call.id))
  const chats = new Set(questions.map(({ approval }) => approval.thread_id)).size
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[61rem] flex-col gap-4 px-4 py-8">
        <div className="flex items-baseline gap-3">
          <h1 className="text-page font-semibold">{texts.title}</h1>
          {questions.length > 0 && <span className="text-ink-3">{texts.summary(questions.length, chats)}</span>}
        </div>
        {questions.length === 0 && <p className="text-ink-2">{texts.nothing}</p>}
        {questions.map(({ approval, call }, index) => (
          <ApprovalCard
            key={call.id}
            view={cardView(call, approval, {
              given: answers.get(call.id),
              position: { index: index + 1, of: questions.length },
              workspace: null,
              chat: approval.thread_title,
            })}
            actions={actions(call.id)}
          />
        ))}
      </div>
    </div>
  )
}
