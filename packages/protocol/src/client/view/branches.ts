import type { TurnId } from '../../ids.ts'
import type { TurnView } from '../../views.ts'
import type { ThreadData } from './view.ts'

type Tree = Pick<ThreadData, 'turns' | 'leaf'>

/** Sorts messages and calls by whether they belong to the current branch. Those of other branches are kept in case one is chosen. */
export function sortByBranch(data: ThreadData): ThreadData {
  const away = turnsAway(data)
  if (away.size === 0 && data.left.messages.length === 0 && data.left.calls.size === 0) return data
  const isAway = ({ turn_id }: { readonly turn_id: TurnId | null }) => turn_id !== null && away.has(turn_id)
  const messages = [...data.messages, ...data.left.messages].toSorted((a, b) => a.created_at - b.created_at)
  const calls = [...data.calls.values(), ...data.left.calls.values()].toSorted(
    (a, b) => a.proposed_at - b.proposed_at,
  )
  const byId = (some: typeof calls) => new Map(some.map((call) => [call.id, call]))
  return {
    ...data,
    messages: messages.filter((message) => !isAway(message)),
    calls: byId(calls.filter((call) => !isAway(call))),
    left: { messages: messages.filter(isAway), calls: byId(calls.filter(isAway)) },
  }
}

/** Whether a turn is in a branch that is not the current one. */
export function isLeft(data: Tree, turn: TurnId | null): boolean {
  return turn !== null && turnsAway(data).has(turn)
}

/**
 * The turns that branch off at the same place as this one, including itself, in the order in which they were sent. Only one: there is no
 * other branch.
 */
export function branchesAt({ turns }: Pick<Tree, 'turns'>, id: TurnId): readonly TurnId[] {
  const parent = turns.get(id)?.parent_id
  if (parent === undefined) return [id]
  return [...turns.values()].filter((turn) => turn.parent_id === parent).map((turn) => turn.id)
}

const NONE: ReadonlySet<TurnId> = new Set()

/** Turns of other branches. A turn of which only the id is known is assumed to be current. */
function turnsAway({ turns, leaf }: Tree): ReadonlySet<TurnId> {
  if (leaf === undefined) return NONE
  const current = new Set<TurnId>()
  for (let at: TurnId | null = leaf; at !== null && !current.has(at); at = turns.get(at)?.parent_id ?? null)
    current.add(at)
  const away = [...turns.values()].filter(({ id, parent_id }) => parent_id !== undefined && !current.has(id))
  return away.length === 0 ? NONE : new Set(away.map(({ id }) => id))
}

/** The end of the current branch after an update of a turn: a live turn becomes its end. */
export function leafAfter({ leaf }: Pick<Tree, 'leaf'>, turn: TurnView): TurnId | null | undefined {
  const isLive = turn.state === 'runnable' || turn.state === 'running' || turn.state === 'waiting'
  return isLive && turn.parent_id !== undefined ? turn.id : leaf
}
