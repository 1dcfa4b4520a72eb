import { sql } from 'kysely'
import type { SettingsStore } from '../settings/ports.ts'
import { storable, type Db, type Trx } from './database.ts'
import type { StoreParts } from './work.ts'

/** Settings in the database, the same for every process. */
export function storedSettings({ db }: StoreParts): SettingsStore {
  return {
    get: (scope, name) => readSetting(db, scope, name),
    async all(scope) {
      const rows = await db
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('scope', '=', scope)
        .execute()
      return new Map(rows.map(({ name, value }) => [name, value]))
    },
    set: (scope, name, value) => writeSetting(db, scope, name, value),
    async remove(scope, name) {
      const removed = await db
        .deleteFrom('settings')
        .where('scope', '=', storable(scope))
        .where('name', '=', storable(name))
        .executeTakeFirst()
      return removed.numDeletedRows > 0n
    },
  }
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
