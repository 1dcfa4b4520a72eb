import { sql } from 'kysely'
import type { ClaimedTurn } from '../../turns/ports.ts'
import { readHistory } from './history.ts'
import { isAbsent } from '../events/presence.ts'
import { recoverTurns } from './recovery.ts'
import type { TurnRow } from '../sql/tables.ts'
import { turnView } from '../sql/views.ts'
import { withdrawUnkept } from './withdraw.ts'
import { transact } from '../sql/transact.ts'
import type { StoreParts, Work } from '../sql/work.ts'

/** Milliseconds by which the process with the open stream has priority. */
const AFFINITY = 150

/** Candidates per query: other processes may be taking the first ones right now. */
const CANDIDATES = 8
/** Attempts before the next sweep takes over. */
const LOOKS = 5

interface Claim {
  readonly processId: string
  /** Milliseconds. */
  readonly lease: number
  /** Turns that other claims of this process are taking right now. */
  readonly taking: Set<TurnRow['id']>
}

/** Takes a runnable turn; if there is none, one whose owner is dead. */
export async function claimTurn(parts: StoreParts, claim: Claim): Promise<ClaimedTurn | undefined> {
  const claimed = await claimRunnable(parts, claim)
  if (claimed !== undefined) return claimed
  const recovered = await recoverTurns(parts)
  return recovered.turns === 0 ? undefined : claimRunnable(parts, claim)
}

async function claimRunnable(
  parts: StoreParts,
  { processId, lease, taking }: Claim,
): Promise<ClaimedTurn | undefined> {
  for (let look = 0; look < LOOKS; look += 1) {
    const candidates = await runnableTurns(parts, processId, [...taking])
    if (candidates.length === 0) return undefined
    for (const id of candidates) {
      if (taking.has(id)) continue
      taking.add(id)
      const taken = await transact(parts, { turn: id }, (work) => take(work, id, processId, lease)).finally(
        () => taking.delete(id),
      )
      if (taken === undefined) continue
      const { turn, work } = taken
      return { ...work, ...(await readHistory(parts.db, turn.id)) }
    }
    // Other processes were faster with all of them: there may be more.
  }
  return undefined
}

async function runnableTurns(
  { db }: StoreParts,
  processId: string,
  taking: readonly TurnRow['id'][],
): Promise<readonly TurnRow['id'][]> {
  const { rows } = await sql<Pick<TurnRow, 'id'>>`
    select turns.id from turns left join processes on processes.id = turns.affinity
    where turns.status = 'runnable' and turns.id <> all(${taking}::text[]) and (
      turns.affinity is null or turns.affinity = ${processId}
      or turns.ready_at < clock_timestamp() - ${AFFINITY} * interval '1 millisecond'
      or ${isAbsent()})
    order by turns.number limit ${CANDIDATES}`.execute(db)
  return rows.map(({ id }) => id)
}

/** runnable → running, by this process. */
export async function take(
  work: Work,
  id: TurnRow['id'],
  processId: string,
  lease: number,
): Promise<{ readonly turn: TurnRow; readonly work: Omit<ClaimedTurn, 'messages' | 'compact'> } | undefined> {
  const { thread } = work
  const turn = await work.trx
    .updateTable('turns')
    .set({
      status: 'running',
      owner: processId,
      affinity: processId,
      epoch: sql<number>`epoch + 1`,
      lease_until: sql<number>`clock_timestamp() + ${lease} * interval '1 millisecond'`,
      active_since: sql<number>`clock_timestamp()`,
      touched_at: sql<number>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'runnable')
    .returningAll()
    .executeTakeFirst()
  if (turn === undefined) return undefined
  if (turn.epoch > 1) await withdrawUnkept(work, turn)
  work.tell({ type: 'turn_updated', turn: turnView(turn) })
  work.record({ kind: 'turn_taken', actor: processId, data: { turn_id: id, epoch: turn.epoch } })
  return {
    turn,
    work: {
      lease: { turnId: id, epoch: turn.epoch },
      leaseLength: lease,
      turnId: id,
      threadId: thread.id,
      owner: thread.owner,
      model: thread.model,
      effort: thread.effort,
      workspace: thread.workspace,
      mode: thread.permission_mode,
      context: turn.context,
    },
  }
}
