import type { Call } from '@countersign/agent'
import type { TurnId } from '@countersign/protocol'

/** Calls of `layout.*` that a turn has: panes that never stand still help nobody. */
export const LAYOUT_CALLS = 20
/** Turns that are remembered. */
const TURNS = 1000

/** Counts the calls of each turn; says why it had enough, once it had. */
export function layoutLimit(): (call: Pick<Call, 'turnId'>) => string | undefined {
  const made = new Map<TurnId | null, number>()
  return ({ turnId }) => {
    const many = (made.get(turnId) ?? 0) + 1
    // Set anew, so that the turn counts as the latest.
    made.delete(turnId)
    made.set(turnId, many)
    const [oldest] = made.keys()
    if (made.size > TURNS && oldest !== undefined) made.delete(oldest)
    return many > LAYOUT_CALLS
      ? `did not run: a turn can arrange panes at most ${LAYOUT_CALLS} times; leave them as they are`
      : undefined
  }
}
