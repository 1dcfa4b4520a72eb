import type { CallId, ThreadId } from '../../ids.ts'
import type { PendingApproval, WaitingCall } from '../../calls.ts'
import type { MessageView, TurnView } from '../../views.ts'
import type { ThreadData, View } from './view.ts'

/** A pending question with its call. */
export interface OpenQuestion {
  readonly approval: PendingApproval
  readonly call: WaitingCall
}

/** The pending questions of one thread, oldest first. */
export function questionsOf(data: ThreadData): readonly OpenQuestion[] {
  const questions: OpenQuestion[] = []
  for (const approval of data.approvals.values()) {
    const call = data.calls.get(approval.tool_call_id)
    if (approval.state === 'pending' && call?.state === 'waiting') questions.push({ approval, call })
  }
  return questions.sort((a, b) => a.approval.asked_at - b.approval.asked_at)
}

/**
 * All pending questions, over all threads, oldest first. For an open thread its own data is used, because it is at least as new as the
 * list.
 */
export function allQuestions(view: View): readonly OpenQuestion[] {
  const found = new Map<CallId, OpenQuestion>()
  for (const approval of view.waiting.approvals) {
    const call = view.waiting.calls.get(approval.tool_call_id)
    if (call !== undefined) found.set(call.id, { approval, call })
  }
  for (const open of view.open.values()) {
    if (open.state !== 'ready') continue
    for (const [id, call] of open.calls)
      if (found.has(id) && call.state !== 'waiting' && open.current) found.delete(id)
    for (const question of questionsOf(open)) if (open.current) found.set(question.call.id, question)
  }
  return [...found.values()].sort((a, b) => a.approval.asked_at - b.approval.asked_at)
}

/** An earlier question of the same step already shows the agent's words. */
export function isRepeated(questions: readonly OpenQuestion[], index: number): boolean {
  const call = questions[index]?.call
  return questions
    .slice(0, Math.max(0, index))
    .some(
      ({ call: other }) =>
        other.thread_id === call?.thread_id && other.parent_id === call.parent_id && other.says === call.says,
    )
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

const LIVE: ReadonlySet<TurnView['state']> = new Set(['runnable', 'running', 'waiting'])

/** The turn that works or waits now, if there is one. */
export function liveTurn(data: Pick<ThreadData, 'turns'>): TurnView | null {
  return [...data.turns.values()].find((turn) => LIVE.has(turn.state)) ?? null
}

/** The person's last message. */
export function lastQuestion({ messages }: Pick<ThreadData, 'messages'>): MessageView | undefined {
  return messages.findLast(({ role }) => role === 'user')
}

/** The turn that this client's last message in a thread waits for; null: there is none, or it is not known yet. */
export function askedTurn(view: Pick<View, 'open' | 'saidIn'>, thread: ThreadId): TurnView | null {
  const open = view.open.get(thread)
  const before = view.saidIn.get(thread)
  if (before === undefined || open?.state !== 'ready') return null
  const said = lastQuestion(open)
  if (said === undefined || said.id === before || said.turn_id === null) return null
  return open.turns.get(said.turn_id) ?? null
}
