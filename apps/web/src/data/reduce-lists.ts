import type { CallView, ServerMessage, ThreadView } from '@countersign/protocol'
import type { Waiting } from './view.ts'

type WaitingChanged = Extract<ServerMessage, { type: 'waiting_changed' }>
type ThreadsChanged = Extract<ServerMessage, { type: 'threads_changed' }>

/** What waits, after some of it changed. */
export function changeWaiting(waiting: Waiting, { approvals, calls, gone }: WaitingChanged): Waiting {
  const touched = new Set([...gone, ...approvals.map((approval) => approval.tool_call_id)])
  const kept = waiting.approvals.filter((approval) => !touched.has(approval.tool_call_id))
  const known = new Map<CallView['id'], CallView>(waiting.calls)
  for (const id of gone) known.delete(id)
  for (const call of calls) known.set(call.id, call)
  return { ...waiting, approvals: [...kept, ...approvals], calls: known }
}

/** The list of threads after some of it changed, the last used first. */
export function changeThreads(
  threads: readonly ThreadView[],
  { threads: changed, gone }: ThreadsChanged,
): readonly ThreadView[] {
  const touched = new Set([...gone, ...changed.map(({ id }) => id)])
  const all = [...threads.filter(({ id }) => !touched.has(id)), ...changed]
  return all.sort((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? -1 : 1))
}
