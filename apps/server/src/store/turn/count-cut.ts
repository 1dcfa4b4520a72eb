import type { Lease, Usage } from '@countersign/agent'
import type { TurnId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { CutUsage } from '../../turns/ports.ts'
import type { TurnRow } from '../sql/tables.ts'
import { turnUsage } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'

/**
 * Adds the usage of an answer that was cut off. The turn may be over: the stop ended it before its process could add this. The cost of such
 * an answer is unknown, unless its model is free.
 */
export async function countCut(work: Work, { turnId, epoch }: Lease, used: CutUsage): Promise<void> {
  const turn = await work.trx
    .updateTable('turns')
    .set({
      input_tokens: sql<number>`input_tokens + ${used.inputTokens}::bigint`,
      output_tokens: sql<number>`output_tokens + ${used.outputTokens}::bigint`,
      cost_usd: sql<number>`cost_usd + ${used.costUsd ?? null}::float8`,
      estimated: true,
    })
    .where('id', '=', turnId)
    .where('epoch', '=', epoch)
    .returningAll()
    .executeTakeFirst()
  tellIfEnded(work, turn)
}

/** Adds the usage of a model for something besides the turn's work: the title of its thread. One unknown price makes the sum unknown. */
export async function countAside(work: Work, turnId: TurnId, used: Usage): Promise<void> {
  const turn = await work.trx
    .updateTable('turns')
    .set({
      input_tokens: sql<number>`input_tokens + ${used.inputTokens}::bigint`,
      output_tokens: sql<number>`output_tokens + ${used.outputTokens}::bigint`,
      cost_usd: sql<number>`cost_usd + ${used.costUsd ?? null}::float8`,
    })
    .where('id', '=', turnId)
    .returningAll()
    .executeTakeFirst()
  tellIfEnded(work, turn)
}

/** A turn that still works reports its cost at its end. */
function tellIfEnded(work: Work, turn: TurnRow | undefined): void {
  if (turn === undefined || turn.ended_at === null) return
  work.tell({ type: 'cost_summary', turn_id: turn.id, ...turnUsage(turn) })
}
