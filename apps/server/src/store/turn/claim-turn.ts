import { sql, type RawBuilder } from 'kysely'
import type { ClaimedTurn } from '../../turns/ports.ts'
import { readHistory } from './history.ts'
import { presentProcesses } from '../events/presence.ts'
import { isLeft, recoverTurns } from './recovery.ts'
import type { TurnRow } from '../sql/tables.ts'
import { turnView } from '../sql/views.ts'
import { withdrawUnkept } from './withdraw.ts'
import { transact } from '../sql/transact.ts'
import type { StoreParts, Work } from '../sql/work.ts'

/** Milliseconds by which the process with the open stream has priority. */
const AFFINITY = 150

/** Candidates per query: as many as one process claims at once. */
const CANDIDATES = 32
/** Attempts before the next sweep takes over. */
const LOOKS = 5

interface Claim {
  readonly processId: string
  /** Milliseconds. */
  readonly lease: number
  readonly candidates: Candidates
}

/** Takes a runnable turn; if there is none, one whose owner is dead. */
export async function claimTurn(parts: StoreParts, claim: Claim): Promise<ClaimedTurn | undefined> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { runnable, left } = await claim.candidates.look(claim.processId)
    if (runnable.length === 0) {
      if (!left || (await recoverTurns(parts)).turns === 0) return undefined
      continue
    }
    const claimed = await claimOne(parts, claim, runnable)
    if (claimed !== undefined) return claimed
    // Other claims took all of these; there may be more.
  }
  return undefined
}

async function claimOne(
  parts: StoreParts,
  { processId, lease, candidates: { taking } }: Claim,
  runnable: readonly TurnRow['id'][],
): Promise<ClaimedTurn | undefined> {
  for (const id of runnable) {
    if (taking.has(id)) continue
    taking.add(id)
    const taken = await transact(parts, { turn: id }, (work) => take(work, id, processId, lease)).finally(
      () => taking.delete(id),
    )
    if (taken === undefined) continue
    const { turn, work } = taken
    return { ...work, ...(await readHistory(parts.db, turn)) }
  }
  return undefined
}

interface Look {
  /** Turns that this process may take: those of living others last, so that two processes do not try the same one; otherwise oldest first. */
  readonly runnable: readonly TurnRow['id'][]
  /** There is nothing to take, but a turn whose owner is dead. */
  readonly left: boolean
}

/** The turns that claims of this process can take. Claims that begin at the same moment share one query. */
export class Candidates {
  readonly #db: StoreParts['db']
  /** Turns that claims of this process are taking right now. */
  readonly taking = new Set<TurnRow['id']>()
  readonly #looking = new Map<string, Promise<Look>>()

  constructor({ db }: Pick<StoreParts, 'db'>) {
    this.#db = db
  }

  look(processId: string): Promise<Look> {
    const same = this.#looking.get(processId)
    if (same !== undefined) return same
    const looking = this.#read(processId)
    this.#looking.set(processId, looking)
    // A later claim may have been told of a turn that this look misses.
    process.nextTick(() => this.#looking.delete(processId))
    return looking
  }

  async #read(processId: string): Promise<Look> {
    const { rows } = await sql<Pick<TurnRow, 'id'> & { readonly runnable: boolean }>`
      with present as materialized (${presentProcesses()}),
      runnable as materialized (
        select turns.id, row_number() over (order by ${isOfOther(processId)}, turns.number) as place from turns
        where turns.status = 'runnable' and turns.id <> all(${[...this.taking]}::text[]) and (
          turns.epoch = 0 or turns.affinity is null or turns.affinity = ${processId}
          or turns.ready_at < clock_timestamp() - ${AFFINITY} * interval '1 millisecond'
          or not exists (select from present where present.id = turns.affinity))
        order by place limit ${CANDIDATES}),
      "left" as (
        select turns.id from turns where not exists (select from runnable) and ${isLeft()} limit 1)
      select id, true as runnable, place from runnable
      union all select id, false, 0 from "left" order by place`.execute(this.#db)
    return {
      runnable: rows.flatMap(({ id, runnable }) => (runnable ? [id] : [])),
      left: rows.some(({ runnable }) => !runnable),
    }
  }
}

/** SQL that is true when another living process got the message of a turn or has its open stream. */
function isOfOther(processId: string): RawBuilder<boolean> {
  return sql<boolean>`turns.affinity is distinct from ${processId}
    and exists (select from present where present.id = turns.affinity)`
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
