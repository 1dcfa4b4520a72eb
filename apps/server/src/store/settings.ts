import { sql } from 'kysely'
import { storable, type Db, type Trx } from './database.ts'
import type { StoreParts } from './work.ts'

/** Settings by scope (a person, or `workspace`) and name. Values are JSON; whoever reads one checks it. */
export interface Settings {
  get(scope: string, name: string): Promise<unknown>
  all(scope: string): Promise<ReadonlyMap<string, unknown>>
  set(scope: string, name: string, value: unknown): Promise<void>
}

export function storedSettings({ db }: StoreParts): Settings {
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
