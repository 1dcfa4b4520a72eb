import type { ThreadId } from '@countersign/protocol'
import { useView } from '../../../data/context.ts'
import { ApprovalCard } from '../../../platform/cards/ApprovalCard.tsx'
import { cardView } from '../../../platform/cards/card-view.ts'
import { useCardActions } from '../../../platform/cards/use-card-actions.ts'
import { useQuestions } from '../../../platform/use-questions.ts'
import { runTexts as texts } from '../texts.ts'

/** The cards of one run, answered here as in Waiting. */
export function WaitingHere({ thread }: { thread: ThreadId }) {
  const questions = useQuestions().filter(({ approval }) => approval.thread_id === thread)
  const answers = useView((view) => view.answers)
  const order = questions.map(({ call }) => call.id)
  const actions = useCardActions(order)
  if (questions.length === 0) return null
  return (
    <section aria-label={texts.waits} className="flex flex-col gap-2">
      <h2 className="text-label font-semibold text-wait">{texts.waits}</h2>
      {questions.map(({ call, approval }, index) => (
        <ApprovalCard
          key={call.id}
          actions={actions(call.id)}
          view={cardView(call, approval, {
            given: answers.get(call.id),
            position: { index: index + 1, of: order.length },
            workspace: null,
            threadTitle: null,
          })}
        />
      ))}
    </section>
  )
}
