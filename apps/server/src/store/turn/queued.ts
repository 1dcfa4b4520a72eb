import type { TurnId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { messageView } from '../sql/views.ts'
import type { Work } from '../sql/work.ts'
import { cancelOpenCalls } from './stop-turn.ts'

/** Changes the text of a queued message; its pictures stay. False: it is not queued here. */
export async function editQueued(work: Work, actor: UserId, turnId: TurnId, text: string): Promise<boolean> {
  const message = await work.trx
    .selectFrom('messages')
    .innerJoin('turns', 'turns.id', 'messages.turn_id')
    .selectAll('messages')
    .where('turns.id', '=', turnId)
    .where('turns.thread_id', '=', work.thread.id)
    .where('turns.status', '=', 'queued')
    .where('messages.role', '=', 'user')
    .executeTakeFirst()
  if (message === undefined) return false
  const body = { ...message.body, text }
  await work.trx
    .updateTable('messages')
    .set({ body: JSON.stringify(body) })
    .where('id', '=', message.id)
    .execute()
  work.tell({ type: 'message_added', message: messageView({ ...message, body }) })
  work.record({ kind: 'message_edited', actor, data: { turn_id: turnId } })
  return true
}

/** queued → cancelled, before it began: its message is removed from the conversation. False: it is not queued here. */
export async function takeBack(work: Work, actor: UserId, turnId: TurnId): Promise<boolean> {
  const turn = await work.trx
    .updateTable('turns')
    .set({ status: 'cancelled', ended_at: sql<number>`clock_timestamp()` })
    .where('id', '=', turnId)
    .where('thread_id', '=', work.thread.id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  if (turn === undefined) return false
  const signature = { via: 'stop', by: 'the message was taken back', at: work.now } as const
  await cancelOpenCalls(work, turn.id, { actor, signature })
  work.tell({ type: 'message_taken_back', turn_id: turn.id })
  work.record({ kind: 'message_taken_back', actor, data: { turn_id: turnId } })
  return true
}
