import type { CoreBody } from '../../bodies.ts'
import type { CallId } from '../../ids.ts'
import { liveTurn } from './selectors.ts'
import type { ThreadData } from './view.ts'

export type TodoItem = Extract<CoreBody, { kind: 'todo' }>['items'][number]

/** The agent's latest to-do list. */
export interface TodoList {
  /** The call that wrote it. */
  readonly call: CallId
  readonly items: readonly TodoItem[]
  readonly done: number
  /** The current item; null: nothing is in progress, or nobody works. */
  readonly current: TodoItem | null
  /** When it was written, by the server's clock. */
  readonly updatedAt: number
}

/**
 * The list that a client pins to a thread: the latest one of the agent itself, not of its sub-agents. Null: there is none, or all of it is
 * done and its turn has ended.
 */
export function todoList(data: Pick<ThreadData, 'calls' | 'turns'>): TodoList | null {
  let last: { readonly call: CallId; readonly items: readonly TodoItem[]; readonly at: number } | null = null
  let turn: string | null = null
  for (const call of data.calls.values()) {
    if (call.parent_id !== null || call.state !== 'succeeded' || call.body.kind !== 'todo') continue
    if (!('items' in call.body) || call.ended_at < (last?.at ?? 0)) continue
    last = { call: call.id, items: call.body.items, at: call.ended_at }
    turn = call.turn_id
  }
  if (last === null || last.items.length === 0) return null
  const live = liveTurn(data)
  const done = last.items.filter(({ state }) => state === 'done').length
  if (done === last.items.length && live?.id !== turn) return null
  const current = live === null ? undefined : last.items.find(({ state }) => state === 'in_progress')
  return { call: last.call, items: last.items, done, current: current ?? null, updatedAt: last.at }
}
