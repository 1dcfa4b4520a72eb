import type { TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { momentPiece } from '../sql/ledger.ts'
import { piece } from '../sql/piece.ts'
import { messageView, turnView } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'
import { placeAfter, setLeaf } from './branches.ts'
import { cancelLiveTurn } from './stop-turn.ts'

/** Stops the live turn and makes this queued one the next. False: it is neither queued nor live. */
export async function goFirst(work: Work, actor: UserId, turnId: TurnId): Promise<boolean> {
  const turn = await work.trx
    .selectFrom('turns')
    .select('status')
    .where('id', '=', turnId)
    .where('thread_id', '=', work.thread.id)
    .executeTakeFirst()
  // The turn before it may have ended just now.
  if (turn?.status === 'runnable' || turn?.status === 'running' || turn?.status === 'waiting') return true
  if (turn?.status !== 'queued') return false
  await cancelLiveTurn(work, actor)
  const next = await work.trx
    .updateTable('turns')
    .set({
      status: 'runnable',
      ready_at: sql<number>`clock_timestamp()`,
      touched_at: sql<number>`clock_timestamp()`,
      ...placeAfter(work.thread.leaf_id),
    })
    .where('id', '=', turnId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await setLeaf(work, next.id)
  work.tell({ type: 'turn_updated', turn: turnView(next) })
  await putBehind(work, next.number)
  work.hint('listed')
  work.hint('wake')
  return true
}

/**
 * Moves the queued turns after all others of the thread, as if their messages were sent again now: history, snapshot and page order by
 * number and time. `before`: only those with a smaller number.
 */
export async function putBehind(work: Work, before?: number): Promise<void> {
  const { trx, thread } = work
  const waiting = await trx
    .selectFrom('turns')
    .select(['id', 'number'])
    .where('thread_id', '=', thread.id)
    .where('status', '=', 'queued')
    .orderBy('number')
    .execute()
  // Once one moves, those after it must move too, or they would overtake it.
  if (before !== undefined && !waiting.some(({ number }) => number < before)) return
  let moment = work.now
  for (const { id } of waiting) {
    await trx
      .updateTable('turns')
      .set({ number: sql<number>`default` })
      .where('id', '=', id)
      .execute()
    const messages = await trx.selectFrom('messages').selectAll().where('turn_id', '=', id).execute()
    for (const message of messages) {
      moment += 1
      // Written after the message that precedes it, which this transaction may still hold.
      work.write(piece`
        update messages set number = default, created_at = ${momentPiece(moment)} where id = ${message.id}`)
      work.tell({ type: 'message_added', message: messageView({ ...message, created_at: moment }) })
    }
  }
}
