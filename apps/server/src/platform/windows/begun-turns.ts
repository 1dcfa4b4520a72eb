import type { Asker } from '@countersign/agent'
import type { TurnId } from '@countersign/protocol'
import type { Relay } from '../../turns/relay.ts'

/** How many turns have their window remembered. */
const TURN_LIMIT = 10_000

/** The rows that record which window began a turn, for every process. */
export type WindowRows = Pick<Relay, 'windowOf' | 'setWindow'>

export const NOT_REMEMBERED: WindowRows = {
  windowOf: () => Promise.resolve(undefined),
  setWindow: () => Promise.resolve(),
}

/** Which window began which turn. The latest turns are also cached in memory, because every call of a turn asks. */
export interface BegunTurns {
  set(turnId: TurnId, window: string): Promise<void>
  keyOf(asker: Asker): Promise<string | undefined>
}

export function begunTurns(rows: WindowRows): BegunTurns {
  const latest = new Map<TurnId, string>()
  return {
    set(turnId, window) {
      latest.set(turnId, window)
      const [oldest] = latest.keys()
      if (latest.size > TURN_LIMIT && oldest !== undefined) latest.delete(oldest)
      return rows.setWindow(turnId, window)
    },
    async keyOf({ turnId }) {
      return turnId === null ? undefined : (latest.get(turnId) ?? rows.windowOf(turnId))
    },
  }
}
