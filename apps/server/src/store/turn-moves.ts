import type { Lease } from '@countersign/agent'
import { sql } from 'kysely'
import type { Trx } from './database.ts'

/** The row of a turn, as long as this lease has it: nobody else changes a turn that runs. */
export function ownTurn(trx: Trx, { turnId, epoch }: Lease) {
  return trx
    .updateTable('turns')
    .where('id', '=', turnId)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
}

/** What becomes of the columns of a turn that runs no longer: nobody has it, and the time that it worked is added up. */
export const RESTING = {
  owner: null,
  lease_until: null,
  active_ms: sql<number>`active_ms + extract(epoch from clock_timestamp() - active_since) * 1000`,
  active_since: null,
  touched_at: sql<number>`clock_timestamp()`,
} as const
