import type { CallId, Instant, TurnId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { Sleep, Wakeups } from '../../turns/wakeups.ts'
import { touchTurn } from '../call/call-moves.ts'
import type { Db, Trx } from '../sql/database.ts'
import { allOver } from '../sql/one-connection.ts'
import { oneByOne } from '../sql/one-by-one.ts'
import { transact } from '../sql/transact.ts'
import { moment, type StoreParts } from '../sql/work.ts'

/** Wakeups per run; the next run takes the rest. */
const DUE_LIMIT = 1000
/** How many are woken at once: each is a transaction in a thread of its own. */
const AT_ONCE = 4

export function storedWakeups(parts: StoreParts): Wakeups {
  const { db } = parts
  const find = async (callId: CallId): Promise<Sleep | undefined> => {
    const row = await db.selectFrom('wakeups').selectAll().where('call_id', '=', callId).executeTakeFirst()
    return row === undefined ? undefined : { dueAt: row.due_at, firedAt: row.fired_at, payload: row.payload }
  }
  const fire = async (callId: CallId, payload: unknown): Promise<boolean> =>
    (await transact(parts, { call: callId }, async (work) => {
      const row = await work.trx
        .updateTable('wakeups')
        .set({
          fired_at: sql<Instant>`clock_timestamp()`,
          payload: payload === undefined ? null : JSON.stringify(payload),
        })
        .where('call_id', '=', callId)
        .where('fired_at', 'is', null)
        .returning('turn_id')
        .executeTakeFirst()
      if (row === undefined) return false
      await touchTurn(work, row.turn_id, callId)
      work.hint('wake')
      return true
    })) ?? false
  return {
    find,
    fire,
    async sleep(callId, turnId, { dueAt = null, token = null }) {
      await db
        .insertInto('wakeups')
        .values({
          call_id: callId,
          turn_id: turnId,
          due_at: dueAt === null ? null : moment(dueAt),
          token,
        })
        .onConflict((conflict) => conflict.column('call_id').doNothing())
        .execute()
      return (await find(callId)) ?? { dueAt, firedAt: null, payload: null }
    },
    async again(callId) {
      await db.updateTable('wakeups').set({ fired_at: null }).where('call_id', '=', callId).execute()
    },
    async findByToken(token) {
      const row = await db
        .selectFrom('wakeups')
        .select('call_id')
        .where('token', '=', token)
        .where('fired_at', 'is', null)
        .executeTakeFirst()
      return row?.call_id
    },
    async fireDue() {
      const due = await dueWakeups(db).execute()
      const rest = due.values()
      await allOver(
        Array.from({ length: AT_ONCE }, () =>
          oneByOne(rest, async ({ call_id }) => {
            await fire(call_id, undefined)
          }),
        ),
      )
      return due.length
    },
  }
}

/** The first due ones. `clock_timestamp()` cannot bound an index, so with it every parked run would be read. */
export function dueWakeups(db: Db) {
  return db
    .selectFrom('wakeups')
    .select('call_id')
    .where('fired_at', 'is', null)
    .where('due_at', '<=', sql<Instant>`statement_timestamp()`)
    .orderBy('due_at')
    .limit(DUE_LIMIT)
}

/** The calls of a turn that still wait for a wakeup. */
export async function asleep(trx: Trx, turnId: TurnId): Promise<ReadonlySet<CallId>> {
  const rows = await trx
    .selectFrom('wakeups')
    .select('call_id')
    .where('turn_id', '=', turnId)
    .where('fired_at', 'is', null)
    .where((where) =>
      where.or([where('due_at', 'is', null), where('due_at', '>', sql<Instant>`clock_timestamp()`)]),
    )
    .execute()
  return new Set(rows.map(({ call_id }) => call_id))
}
