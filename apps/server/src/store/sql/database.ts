import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types, TypeOverrides, type ClientConfig } from 'pg'
import { codeOf } from './store-error.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
/** Queries within a transaction. */
export type Trx = Db & { readonly isTransaction: true }

/** Connections of one process. */
const POOL_SIZE = 10
/** Extra connections whose transactions hold path locks, so that they never take one from the store. */
export const LOCK_CONNECTIONS = 4

/**
 * A process that is suspended in the middle of a transaction holds its row locks; after this time the database ends it, so that others can
 * take over.
 */
const SESSION = `set idle_in_transaction_session_timeout = '10s'; set lock_timeout = '20s'; set statement_timeout = '60s'`

/** A pool whose broken idle connections are reported, not thrown: a database restart must not end the process. */
export function openPool(
  connection: ClientConfig,
  failed: (what: string, cause: unknown) => void,
  size = POOL_SIZE,
): Pool {
  const pool = new Pool({
    ...connection,
    types: TYPES,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements that need not wait for each other's answers do not.
    pipeline: true,
    application_name: 'countersign',
    verify: (client, done) => {
      client.query(SESSION, done)
    },
  })
  // A checked-out connection also emits its error, and between two statements nothing listens: without this handler the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (cause) => {
    // Closing connections may report that the database is stopping.
    if (!pool.ending) failed('an idle database connection', cause)
  })
  return pool
}

/** Queries over a pool. The caller still has to end the pool. */
export function openDb(pool: Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Two conflicting transactions, or one that saw a row change under it: nothing happened, and a retry is right. */
const AGAIN = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/** Runs a transaction, and retries it when the database asks for it. */
export async function runTransaction<T>(db: Db, body: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(body)
    } catch (cause) {
      if (attempt === ATTEMPTS || !AGAIN.has(codeOf(cause) ?? '')) throw cause
    }
  }
}

/** The database accepts every character in a text except this one. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** Times are milliseconds and counters are numbers; only this file converts them. */
const TYPES = new TypeOverrides()
TYPES.setTypeParser(types.builtins.INT8, Number)
TYPES.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => Date.parse(isoTime(text)))

/** `2026-11-15 05:15:00.123456+00` in a form that every engine reads. */
function isoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}
