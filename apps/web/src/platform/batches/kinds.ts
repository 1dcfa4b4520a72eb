import type { CallId } from '@countersign/protocol'
import type { OpenQuestion } from '../../data/selectors.ts'
import type { GivenAnswer } from '../../data/view.ts'

/** An entry of the list: one question, or several of a kind with one answer for all. */
export type WaitingItem =
  | { readonly kind: 'one'; readonly question: OpenQuestion }
  | {
      readonly kind: 'many'
      readonly id: string
      readonly title: string
      readonly questions: readonly OpenQuestion[]
    }

/** Fewer calls than this are just as quick to answer one by one. */
const MANY = 3

/**
 * Calls are of one kind if they share thread, tool, reason and parent. A call that always asks, because it cannot be undone or parsed,
 * never joins a batch. Commands are of one kind only if one suggested rule covers all of them, and that rule becomes the title.
 */
export function groupKinds(questions: readonly OpenQuestion[]): readonly WaitingItem[] {
  const groups = Map.groupBy(questions, kindOf)
  const items: WaitingItem[] = []
  const done = new Set<string>()
  for (const question of questions) {
    const kind = kindOf(question)
    const group = groups.get(kind) ?? []
    const title = group.length >= MANY ? titleOf(group) : null
    if (title === null) items.push({ kind: 'one', question })
    else if (!done.has(kind)) items.push({ kind: 'many', id: kind, title, questions: group })
    done.add(kind)
  }
  return items
}

function kindOf({ call }: OpenQuestion): string {
  if (call.decision.locked !== undefined) return call.id
  return JSON.stringify([call.thread_id, call.tool, call.decision.reason.because, call.parent_id])
}

/** The title of the group; null if its calls only look alike. */
function titleOf(group: readonly OpenQuestion[]): string | null {
  const first = group[0]
  if (first === undefined) return null
  if (first.call.body.kind !== 'shell') return first.call.tool
  const common = first.approval.offers.find(
    (offer) =>
      offer.still_asks.length === 0 &&
      offer.rule !== first.call.tool &&
      group.every(({ approval }) =>
        approval.offers.some((other) => other.rule === offer.rule && other.still_asks.length === 0),
      ),
  )
  return common?.rule ?? null
}

/** Questions that this page has not answered yet. A question whose answer is held or being sent is not offered again. */
export function unanswered(
  questions: readonly OpenQuestion[],
  answers: ReadonlyMap<CallId, GivenAnswer>,
): readonly OpenQuestion[] {
  return questions.filter(({ call }) => {
    const state = answers.get(call.id)?.state
    return state !== 'sending' && state !== 'held'
  })
}
