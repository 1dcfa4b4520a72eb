import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { codeOf } from './store-error.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** Connections of one process. */
const POOL_SIZE = 10

/**
 * A process that is stopped in the middle of a transaction holds its row locks; after this the database ends it, so that
 * others can take over.
 */
const SESSION = `set idle_in_transaction_session_timeout = '10s'; set lock_timeout = '20s'; set statement_timeout = '60s'`

/** A pool whose broken idle connections are reported, not thrown: a database restart must not end the process. */
export function openPool(
  connection: pg.ClientConfig,
  failed: (what: string, cause: unknown) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types: TYPES,
    max: POOL_SIZE,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'countersign',
    onConnect: async (client) => {
      await client.query(SESSION)
    },
  })
  pool.on('error', (cause) => failed('an idle database connection', cause))
  return pool
}

/** Queries over a pool. The pool stays the caller's to end. */
export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Two transactions in each other's way, or one that saw a row change under it: nothing happened, and again is right. */
const AGAIN = new Set(['40001', '40P01'])
const ATTEMPTS = 5

/** Runs a transaction, again when the database asks for it. */
export async function transact<T>(db: Db, body: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(body)
    } catch (cause) {
      if (attempt === ATTEMPTS || !AGAIN.has(codeOf(cause) ?? '')) throw cause
    }
  }
}

/** The database takes every character in a text but this one. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

const TIMESTAMPTZ = 1184
const BIGINT = 20

/** Times are milliseconds and counters are numbers, here and nowhere else. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === BIGINT) return (text: string) => Number(text)
    if (oid === TIMESTAMPTZ) {
      const parse = pg.types.getTypeParser(TIMESTAMPTZ)
      return (text: string) => parse(text).getTime()
    }
    return pg.types.getTypeParser(oid, format)
  },
}
