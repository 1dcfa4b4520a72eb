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
    async set(scope, name, value) {
      const text = JSON.stringify(value ?? null)
      await db
        .insertInto('settings')
        .values({ scope: storable(scope), name: storable(name), value: text })
        .onConflict((conflict) =>
          conflict.columns(['scope', 'name']).doUpdateSet({ value: text, updated_at: sql<number>`now()` }),
        )
        .execute()
    },
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
