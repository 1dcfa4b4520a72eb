import { sql, type DeleteResult } from 'kysely'
import type { Note, SettingsStore } from '../../settings/ports.ts'
import { storable, runTransaction, type Db, type Trx } from './database.ts'
import { readSettingsIn, SettingReads } from './setting-reads.ts'
import { appendAudit, lockUserChain, type StoreParts } from './work.ts'

/** Settings in the database, the same for every process. */
export function storedSettings({ db, pool }: StoreParts): SettingsStore {
  const reads = new SettingReads(readSettingsIn(pool))
  return {
    get: (scope, name) => reads.get(scope, name),
    all: (scope) => reads.all(scope),
    set: (scope, name, value, note) => noted(db, note, (trx) => writeSetting(trx, scope, name, value)),
    async replace(scope, name, value) {
      const { numUpdatedRows } = await db
        .updateTable('settings')
        .set({ value: JSON.stringify(value ?? null), updated_at: sql<number>`now()` })
        .where('scope', '=', storable(scope))
        .where('name', '=', storable(name))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async remove(scope, name, note) {
      const removed = await noted(db, note, (trx) => removeSetting(trx, scope, name))
      return removed.numDeletedRows > 0n
    },
  }
}

/** A change in someone's name is recorded in the audit log, in the same transaction. */
async function noted<T>(db: Db, note: Note | undefined, change: (trx: Db | Trx) => Promise<T>): Promise<T> {
  if (note === undefined) return change(db)
  return runTransaction(db, async (trx) => {
    const { user, kind, data } = note
    const { now } = await lockUserChain(trx, user)
    const changed = await change(trx)
    await appendAudit(trx, user, now, [{ kind, actor: user, data }])
    return changed
  })
}

function removeSetting(db: Db | Trx, scope: string, name: string): Promise<DeleteResult> {
  return db
    .deleteFrom('settings')
    .where('scope', '=', storable(scope))
    .where('name', '=', storable(name))
    .executeTakeFirst()
}

/** Writes a setting, in the caller's transaction if there is one. */
export async function writeSetting(db: Db | Trx, scope: string, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value ?? null)
  await db
    .insertInto('settings')
    .values({ scope: storable(scope), name: storable(name), value: text })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'name']).doUpdateSet({ value: text, updated_at: sql<number>`now()` }),
    )
    .execute()
}

/** Undefined: not set. */
export async function readSetting(db: Db | Trx, scope: string, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}
