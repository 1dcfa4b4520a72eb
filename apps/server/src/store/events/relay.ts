import { sql } from 'kysely'
import type { Relay } from '../../turns/relay.ts'
import { runTransaction } from '../sql/database.ts'
import { notify } from '../sql/notify.ts'
import type { StoreParts } from '../sql/work.ts'
import { isAbsent } from './presence.ts'

/** Posts and letters are rows, because a notification is limited to 8,000 bytes; it only says that there is something to read. */
export function storedRelay({ db, processId }: Pick<StoreParts, 'db' | 'processId'>): Relay {
  return {
    post: (name, body) =>
      runTransaction(db, async (trx) => {
        // A changed post becomes the newest.
        await trx
          .deleteFrom('relay_posts')
          .where('process', '=', processId)
          .where('name', '=', name)
          .execute()
        if (body !== null)
          await trx.insertInto('relay_posts').values({ process: processId, name, body }).execute()
        await notify(trx, { relay: { process: processId, post: name } })
      }),
    async posts(one) {
      const all = db
        .selectFrom('relay_posts')
        .innerJoin('processes', 'processes.id', 'relay_posts.process')
        .select(['process', 'name', 'body'])
        .where('process', '!=', processId)
        .where(sql<boolean>`not ${isAbsent()}`)
        .orderBy('number')
      if (one === undefined) return all.execute()
      return all.where('process', '=', one.process).where('name', '=', one.name).execute()
    },
    send: (to, body) =>
      runTransaction(db, async (trx) => {
        const { numInsertedOrUpdatedRows: sent = 0n } = await trx
          .insertInto('relay_letters')
          .columns(['sender', 'receiver', 'body'])
          .expression(
            trx
              .selectFrom('processes')
              .select([sql.val(processId).as('sender'), 'id', sql.val(body).as('body')])
              .where('id', '=', to),
          )
          .executeTakeFirstOrThrow()
        await notify(trx, { relay: { process: to } })
        return sent > 0n
      }),
    async receive() {
      const { rows } = await sql<{ number: number; from: string; body: string }>`
        delete from relay_letters where receiver = ${processId} returning number, sender as "from", body`.execute(
        db,
      )
      return rows.toSorted((a, b) => a.number - b.number)
    },
    async living(processes) {
      if (processes.length === 0) return new Set()
      const rows = await db
        .selectFrom('processes')
        .select('id')
        .where('id', 'in', processes)
        .where(sql<boolean>`not ${isAbsent()}`)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
    async windowOf(turn) {
      const row = await db
        .selectFrom('turn_windows')
        .select('window_name')
        .where('turn_id', '=', turn)
        .executeTakeFirst()
      return row?.window_name
    },
    async setWindow(turn, window) {
      await db
        .insertInto('turn_windows')
        .values({ turn_id: turn, window_name: window })
        .onConflict((conflict) => conflict.column('turn_id').doNothing())
        .execute()
    },
  }
}
