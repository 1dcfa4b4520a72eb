import type { ServerMessage } from '../../events.ts'
import type { CallId } from '../../ids.ts'
import type { CallView } from '../../calls.ts'
import type { ThreadView } from '../../views.ts'
import type { Waiting, WaitingMessage } from './view.ts'

type WaitingChanged = Extract<ServerMessage, { type: 'waiting_changed' }>
type ThreadsChanged = Extract<ServerMessage, { type: 'threads_changed' }>

/** The waiting list, from all of its messages. */
export function listWaiting(pages: readonly WaitingMessage[]): Waiting {
  return {
    known: true,
    approvals: pages.flatMap(({ approvals }) => approvals),
    calls: byId(pages.flatMap(({ calls }) => calls)),
    interrupted: byId(pages.flatMap(({ interrupted = [] }) => interrupted)),
  }
}

/** The waiting list after a change. */
export function changeWaiting(waiting: Waiting, message: WaitingChanged): Waiting {
  const { approvals, calls, interrupted = [], gone } = message
  const touched = new Set([...gone, ...approvals.map((approval) => approval.tool_call_id)])
  const kept = waiting.approvals.filter((approval) => !touched.has(approval.tool_call_id))
  return {
    ...waiting,
    approvals: [...kept, ...approvals],
    calls: changeCalls(waiting.calls, gone, calls),
    interrupted: changeCalls(waiting.interrupted, gone, interrupted),
  }
}

function byId<Call extends CallView>(calls: readonly Call[]): ReadonlyMap<CallId, Call> {
  return new Map(calls.map((call) => [call.id, call]))
}

function changeCalls<Call extends CallView>(
  known: ReadonlyMap<CallId, Call>,
  gone: readonly CallId[],
  changed: readonly Call[],
): ReadonlyMap<CallId, Call> {
  const next = new Map(known)
  for (const id of gone) next.delete(id)
  for (const call of changed) next.set(call.id, call)
  return next
}

/** The list of threads after a change, most recently used first. */
export function changeThreads(
  threads: readonly ThreadView[],
  { threads: changed, gone }: ThreadsChanged,
): readonly ThreadView[] {
  const touched = new Set([...gone, ...changed.map(({ id }) => id)])
  const all = [...threads.filter(({ id }) => !touched.has(id)), ...changed]
  return all.sort((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? -1 : 1))
}
