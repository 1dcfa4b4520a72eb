import { sql } from 'kysely'
import type { Db, Trx } from './database.ts'
import { CHANNEL, writeHints, type Hints } from './hints.ts'

/** Sent when the transaction commits, and only then. */
export async function notify(db: Db | Trx, hints: Hints): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${writeHints(hints)})`.execute(db)
}

/** Several notifications in one statement. */
export async function notifyAll(db: Db, all: readonly Hints[]): Promise<void> {
  const texts = all.map(writeHints)
  await sql`select pg_notify(${CHANNEL}, hints) from unnest(${texts}::text[]) as hints`.execute(db)
}
