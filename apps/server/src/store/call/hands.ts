import type { HandLease } from '@countersign/agent'
import type { ThreadId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { threadsOf } from '../access.ts'
import { elapsed } from '../../clock.ts'
import type { Hands } from '../../gate/ports.ts'
import { isAbsent, SEEN, setSeen } from '../events/presence.ts'
import { runTransaction, storable, type Trx } from '../sql/database.ts'
import { appendAudit, type StoreParts } from '../sql/work.ts'

/** Acts by hand: each has a hand, whose calls belong to a hidden thread of the folder. */
export function storedHands({ db, processId }: StoreParts): Hands {
  return {
    open: (person, workspace) =>
      runTransaction(db, async (trx) => {
        const threadId = await handThread(trx, person, storable(workspace))
        const hand = await trx
          .insertInto('hands')
          .values({ thread_id: threadId, person, process: processId })
          .returning(['id', 'epoch'])
          .executeTakeFirstOrThrow()
        return { threadId, lease: { handId: hand.id, epoch: hand.epoch } }
      }),
    async holds({ handId, epoch }: HandLease) {
      const askedAt = elapsed()
      // In this order: recovery ends hands of processes that were not seen, and then settles their calls.
      await setSeen(db, processId)
      const { rows } = await sql`
        select hands.id from hands left join processes on processes.id = hands.process
        where hands.id = ${handId} and hands.epoch = ${epoch} and hands.ended_at is null
          and not ${isAbsent()}`.execute(db)
      return rows.length > 0 && elapsed() < askedAt + SEEN
    },
    async close({ handId, epoch }: HandLease) {
      await db
        .updateTable('hands')
        .set({ ended_at: sql<number>`clock_timestamp()` })
        .where('id', '=', handId)
        .where('epoch', '=', epoch)
        .where('ended_at', 'is', null)
        .execute()
    },
  }
}

async function handThread(trx: Trx, owner: UserId, workspace: string): Promise<ThreadId> {
  // If two processes create it concurrently, one succeeds and the other finds it.
  const made = await trx
    .insertInto('threads')
    .values({
      owner,
      title: 'By hand',
      permission_mode: 'default',
      model: '',
      workspace,
      kind: 'hand',
    })
    .onConflict((conflict) => conflict.columns(['owner', 'workspace']).where('kind', '=', 'hand').doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  if (made !== undefined) {
    await appendAudit(trx, made.id, made.created_at, [
      { kind: 'thread_created', actor: owner, data: { kind: 'hand', workspace } },
    ])
    return made.id
  }
  const { id } = await trx
    .selectFrom('threads')
    .select('id')
    .where(threadsOf(owner))
    .where('workspace', '=', workspace)
    .where('kind', '=', 'hand')
    .executeTakeFirstOrThrow()
  return id
}
