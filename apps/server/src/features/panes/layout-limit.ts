import type { Call } from '@countersign/agent'
import type { TurnId } from '@countersign/protocol'

/** Maximum number of `layout.*` calls per turn: panes that keep moving help nobody. */
export const LAYOUT_CALLS = 20
/** Turns that are remembered. */
const TURNS = 1000

/** Counts the calls of each turn; returns the reason once a turn had enough. */
export function layoutLimit(): (call: Pick<Call, 'turnId'>) => string | undefined {
  const made = new Map<TurnId | null, number>()
  return ({ turnId }) => {
    const many = (made.get(turnId) ?? 0) + 1
    // Inserted again, so that the turn is the latest.
    made.delete(turnId)
    made.set(turnId, many)
    const [oldest] = made.keys()
    if (made.size > TURNS && oldest !== undefined) made.delete(oldest)
    return many > LAYOUT_CALLS
      ? `did not run: a turn can arrange panes at most ${LAYOUT_CALLS} times; leave them as they are`
      : undefined
  }
}
