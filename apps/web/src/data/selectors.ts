import type { ApprovalView, CallId, CallView, MessageView, ThreadId, TurnView } from '@countersign/protocol'
import type { ThreadData, View } from './view.ts'

/** A question that is open, with its call. */
export interface OpenQuestion {
  readonly approval: ApprovalView
  readonly call: CallView
}

/** The open questions of one thread, oldest first. */
export function questionsOf(data: ThreadData): readonly OpenQuestion[] {
  const questions: OpenQuestion[] = []
  for (const approval of data.approvals.values()) {
    const call = data.calls.get(approval.tool_call_id)
    if (call !== undefined && isOpen(approval, call)) questions.push({ approval, call })
  }
  return questions.sort((a, b) => a.approval.asked_at - b.approval.asked_at)
}

/**
 * Everything that waits, over all threads, oldest first. What an open thread knows of its own questions is newer
 * than the list, or the same.
 */
export function allQuestions(view: View): readonly OpenQuestion[] {
  const found = new Map<CallId, OpenQuestion>()
  for (const approval of view.waiting.approvals) {
    const call = view.waiting.calls.get(approval.tool_call_id)
    if (call !== undefined && approval.state === 'pending') found.set(call.id, { approval, call })
  }
  for (const open of view.open.values()) {
    if (open.state !== 'ready') continue
    for (const [id, call] of open.calls)
      if (found.has(id) && call.state !== 'waiting' && open.current) found.delete(id)
    for (const question of questionsOf(open)) if (open.current) found.set(question.call.id, question)
  }
  return [...found.values()].sort((a, b) => a.approval.asked_at - b.approval.asked_at)
}

/** Titles of the sub-agents above a call, outermost first. */
export function parentsOf(data: ThreadData, id: CallId): readonly string[] {
  const titles: string[] = []
  const seen = new Set<CallId>()
  let call = data.calls.get(id)
  while (call?.parent_id !== undefined && call.parent_id !== null && !seen.has(call.parent_id)) {
    seen.add(call.parent_id)
    call = data.calls.get(call.parent_id)
    if (call !== undefined) titles.unshift(call.title)
  }
  return titles
}

function isOpen(approval: ApprovalView, call: CallView): boolean {
  return approval.state === 'pending' && call.state === 'waiting'
}

/** What the person said last. */
export function lastQuestion({ messages }: Pick<ThreadData, 'messages'>): MessageView | undefined {
  return messages.findLast(({ role }) => role === 'user')
}

/** The turn of what this page said last in a chat and waits for; null: it waits for none, or knows it not yet. */
export function askedTurn(view: Pick<View, 'open' | 'saidIn'>, thread: ThreadId): TurnView | null {
  const open = view.open.get(thread)
  const before = view.saidIn.get(thread)
  if (before === undefined || open?.state !== 'ready') return null
  const said = lastQuestion(open)
  if (said === undefined || said.id === before || said.turn_id === null) return null
  return open.turns.get(said.turn_id) ?? null
}
