import type { Graph } from '@countersign/workflow'
import type { ThreadId, WaitingCall } from '@countersign/protocol'
import { useView } from '../../../data/context.ts'
import { ApprovalCard } from '../../../platform/cards/ApprovalCard.tsx'
import { cardView } from '../../../platform/cards/card-view.ts'
import { useCardActions } from '../../../platform/cards/use-card-actions.ts'
import { useQuestions } from '../../../platform/use-questions.ts'
import { nodeAt } from '../model/edit.ts'
import { runTexts as texts } from '../run-texts.ts'

/** The cards of one run, which can be answered here as in Waiting. */
export function WaitingHere({ thread, graph }: { thread: ThreadId; graph: Graph | null }) {
  const questions = useQuestions().filter(({ approval }) => approval.thread_id === thread)
  const answers = useView((view) => view.answers)
  const order = questions.map(({ call }) => call.id)
  const actions = useCardActions(order)
  if (questions.length === 0) return null
  return (
    <section aria-label={texts.waits} className="flex flex-col gap-2">
      <h2 className="text-label font-semibold text-wait">{texts.waits}</h2>
      {questions.map(({ call, approval }, index) => {
        const view = cardView(call, approval, {
          given: answers.get(call.id),
          position: { index: index + 1, of: order.length },
          workspace: null,
          threadTitle: null,
        })
        return (
          <div key={call.id} className="flex flex-col gap-1">
            <p className="font-mono text-hint text-ink-3 wrap-anywhere">{placeOf(call, graph)}</p>
            <ApprovalCard
              actions={actions(call.id)}
              view={{ ...view, where: { ...view.where, parents: [] } }}
            />
          </div>
        )
      })}
      <p className="text-hint text-ink-2">{texts.othersGoOn}</p>
    </section>
  )
}

/** The node that asks, with its item. */
function placeOf({ node, title }: WaitingCall, graph: Graph | null): string {
  if (node === undefined) return title
  const named = graph === null ? undefined : nodeAt(graph, node.node)?.title
  const item = node.item === null || node.item === '' ? null : texts.item(node.item)
  return [named ?? node.node, item].filter((part) => part !== null).join(', ')
}
