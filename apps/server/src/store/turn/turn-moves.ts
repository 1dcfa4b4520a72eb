import type { Lease } from '@countersign/agent'
import { sql } from 'kysely'
import type { Trx } from '../sql/database.ts'

/** The row of a turn, if this lease is still valid. Nothing else changes a running turn. */
export function ownTurn(trx: Trx, { turnId, epoch }: Lease) {
  return trx
    .updateTable('turns')
    .where('id', '=', turnId)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
}

/** The columns of a turn that stops running: no owner, and its working time added. */
export const RESTING = {
  owner: null,
  lease_until: null,
  active_ms: sql<number>`active_ms + extract(epoch from clock_timestamp() - active_since) * 1000`,
  active_since: null,
  touched_at: sql<number>`clock_timestamp()`,
} as const
