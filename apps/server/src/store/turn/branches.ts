import type { ThreadId, TurnId, UserId } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../sql/database.ts'
import type { TurnRow } from '../sql/tables.ts'
import type { Work } from '../sql/work.ts'
import { cancelLiveTurn } from './stop-turn.ts'

/** The columns of a turn that follows another one; null: the first of its branch. */
export function placeAfter(parent: TurnId | null): {
  readonly parent_id: TurnId | null
  readonly place: RawBuilder<number>
} {
  const place = sql<number>`coalesce((select before.place from turns before where before.id = ${parent}), 0) + 1`
  return { parent_id: parent, place }
}

/** From now on the current branch ends with this turn. */
export async function setLeaf(work: Work, leaf: TurnId | null): Promise<void> {
  await work.trx.updateTable('threads').set({ leaf_id: leaf }).where('id', '=', work.thread.id).execute()
}

/** The turns of a branch up to this one, in order. */
export async function branchUpTo(
  db: Db | Trx,
  turnId: TurnId,
): Promise<readonly Pick<TurnRow, 'id' | 'error'>[]> {
  const { rows } = await sql<Pick<TurnRow, 'id' | 'error'>>`
    with recursive branch as (
      select id, parent_id, place, error from turns where id = ${turnId}
      union all
      select turns.id, turns.parent_id, turns.place, turns.error
        from turns join branch on turns.id = branch.parent_id)
    select id, error from branch order by place`.execute(db)
  return rows
}

/** The result of leaving a branch. `queued`: a message for the current branch is queued, so nothing was done. */
export type Left = 'left' | 'queued'

/**
 * Leaves the current branch: stops its live turn as a person's stop does, which cancels its cards. Rules of the thread and files stay as
 * they are.
 */
export async function leaveBranch(work: Work, actor: UserId, leaf: TurnId | null): Promise<Left> {
  if (await hasQueued(work)) return 'queued'
  await cancelLiveTurn(work, actor)
  await setLeaf(work, leaf)
  work.tell({ type: 'branch_changed', leaf })
  return 'left'
}

/** Makes the branch of a turn the current one, up to its most recent turn. Undefined: the turn is not in the tree. */
export async function chooseBranch(work: Work, actor: UserId, turnId: TurnId): Promise<Left | undefined> {
  if ((await inTree(work, turnId)) === undefined) return undefined
  const leaf = await lastBelow(work, turnId)
  if (leaf === work.thread.leaf_id) return 'left'
  const left = await leaveBranch(work, actor, leaf)
  if (left === 'left')
    work.record({ kind: 'branch_chosen', actor, data: { from: work.thread.leaf_id, to: leaf } })
  return left
}

/** A turn of this thread that began, with its message. */
export async function inTree(work: Work, turnId: TurnId) {
  return work.trx
    .selectFrom('turns')
    .innerJoin('messages', 'messages.turn_id', 'turns.id')
    .select(['turns.id', 'turns.parent_id', 'turns.context', 'messages.body'])
    .where('turns.id', '=', turnId)
    .where('turns.thread_id', '=', work.thread.id)
    .where('turns.place', 'is not', null)
    .where('messages.role', '=', 'user')
    .orderBy('messages.number')
    .executeTakeFirst()
}

async function lastBelow({ trx }: Work, turnId: TurnId): Promise<TurnId> {
  const { rows } = await sql<Pick<TurnRow, 'id'>>`
    with recursive below as (
      select id, number from turns where id = ${turnId}
      union all
      select turns.id, turns.number from turns join below on turns.parent_id = below.id)
    select id from below order by number desc limit 1`.execute(trx)
  return rows[0]?.id ?? turnId
}

async function hasQueued({ trx, thread }: Work): Promise<boolean> {
  const queued = await trx
    .selectFrom('turns')
    .select('id')
    .where('thread_id', '=', thread.id)
    .where('status', '=', 'queued')
    .limit(1)
    .executeTakeFirst()
  return queued !== undefined
}

/** Every turn of a thread, and those in the current branch. */
export async function readTree(
  trx: Trx,
  threadId: ThreadId,
  leaf: TurnId | null,
): Promise<{ readonly turns: readonly TurnRow[]; readonly current: ReadonlySet<TurnId> }> {
  const turns = await trx
    .selectFrom('turns')
    .selectAll()
    .where('thread_id', '=', threadId)
    .orderBy('number')
    .execute()
  const parents = new Map(turns.map(({ id, parent_id }) => [id, parent_id]))
  const current = new Set<TurnId>()
  for (let turn = leaf; turn !== null; turn = parents.get(turn) ?? null) current.add(turn)
  return { turns, current }
}
