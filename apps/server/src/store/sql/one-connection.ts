import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Trx } from './database.ts'
import type { Statement } from './piece.ts'
import { codeOf } from './store-error.ts'
import type { Tables } from './tables.ts'

/**
 * Statements on one connection. They are sent immediately and answered in order, so a caller that does not wait for each saves round trips.
 */
export interface OneConnection {
  /** For statements that run one after the other. */
  readonly trx: Trx
  send<Row>(statement: Statement): Promise<readonly Row[]>
}

/**
 * A deadlock, a serialisation failure, or a connection that lost its prepared statements: nothing was written, so the transaction is
 * retried.
 */
const AGAIN = new Set(['40001', '40P01', '0A000', '26000'])
const ATTEMPTS = 5

export interface TransactionParts<First, T> {
  /** Sends the first statements, together with `begin`. */
  first(connection: OneConnection): Promise<First>
  /** `last` is sent with the commit: if one of these fails, the transaction fails. Undefined: rolls back. */
  body(
    connection: OneConnection,
    first: First,
  ): Promise<{ readonly value: T; readonly last: readonly Statement[] } | undefined>
}

/** Runs a transaction, and retries it when the database asks for it. */
export async function transactOn<First, T>(
  pool: Pool,
  parts: TransactionParts<First, T>,
): Promise<T | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, parts)
    } catch (cause) {
      if (attempt === ATTEMPTS || !isToTryAgain(cause)) throw cause
    }
  }
}

function isToTryAgain(cause: unknown): boolean {
  const code = codeOf(cause) ?? ''
  // The tables changed under a plan, or a pooler gave us another connection.
  if (code === '0A000' || code === '26000') names.forget()
  return AGAIN.has(code)
}

async function once<First, T>(
  pool: Pool,
  { first, body }: TransactionParts<First, T>,
): Promise<T | undefined> {
  const client = await pool.connect()
  let broken = true
  try {
    const connection = connectionOf(client)
    sendTogether(client)
    const begun = client.query('begin')
    const found = first(connection)
    await allOver([begun, found])
    const done = await body(connection, await found)
    if (done === undefined) {
      await client.query('rollback')
      broken = false
      return undefined
    }
    sendTogether(client)
    const sent = done.last.map((statement) => connection.send(statement))
    const ended = client.query('commit')
    await allOver([...sent, ended])
    // After a failure a commit reports a rollback.
    if ((await ended).command !== 'COMMIT') throw new Error('the transaction was not committed')
    broken = false
    return done.value
  } catch (cause) {
    broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    throw cause
  } finally {
    // A connection in an unknown state is not reused.
    client.release(broken)
  }
}

/** Statements of the current step go to the database in one write, because each write is a system call and wakes the database. */
function sendTogether({ connection: { stream } }: PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Sends one statement as its own transaction. */
export async function sendOnce<Row>(
  pool: Pool,
  statement: Statement,
  attempts = ATTEMPTS,
): Promise<readonly Row[]> {
  const client = await pool.connect()
  try {
    return await connectionOf(client).send(statement)
  } catch (cause) {
    if (attempts === 1 || !isToTryAgain(cause)) throw cause
  } finally {
    client.release()
  }
  return sendOnce(pool, statement, attempts - 1)
}

/** Waits for all; rejects with the first failure, because later ones only report that something failed before. */
export async function allOver(promises: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(promises)
  for (const promise of promises) await promise
}

const connections = new WeakMap<PoolClient, OneConnection>()

function connectionOf(client: PoolClient): OneConnection {
  const known = connections.get(client)
  if (known) return known
  const run = async <Row>({ sql, parameters }: Statement): Promise<QueryResult<Row>> => {
    const name = names.of(sql)
    const named = name === undefined ? {} : { name }
    const { rows, rowCount, command } = await client.query({ text: sql, values: [...parameters], ...named })
    const changes = command !== 'SELECT' && rowCount !== null
    const found = rows as Row[] // the author of a statement states its row type
    return { rows: found, ...(changes ? { numAffectedRows: BigInt(rowCount) } : {}) }
  }
  const made: OneConnection = {
    trx: new OneKysely(run),
    send: async <Row>(statement: Statement) => (await run<Row>(statement)).rows,
  }
  connections.set(client, made)
  return made
}

/** Maximum number of statements whose plans a connection keeps. */
const NAMES_LIMIT = 300
/**
 * Maximum length of such a statement. A longer one writes many rows, and there is one for each number of them: they would take the names of statements
 * that are always the same.
 */
const NAMED_LENGTH = 2000

/** Names for frequent statements: each connection parses and plans them once. */
class Names {
  readonly #names = new Map<string, string>()
  #forgotten = 0

  /** Undefined: there are too many already, so the database parses this one each time. */
  of(text: string): string | undefined {
    if (text.length > NAMED_LENGTH) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#forgotten > FORGOTTEN_LIMIT || this.#names.size >= NAMES_LIMIT)
      return known
    const name = `cs${this.#forgotten}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  forget(): void {
    this.#forgotten += 1
    this.#names.clear()
  }
}

/** After this many lost plans no statement is named anymore, because connections are shared. */
const FORGOTTEN_LIMIT = 3
const names = new Names()

/** Queries on the single connection of a transaction. */
class OneKysely extends Kysely<Tables> {
  constructor(run: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>) {
    const connection: DatabaseConnection = {
      executeQuery: run,
      streamQuery: () => {
        throw new Error('a transaction does not stream')
      },
    }
    const done = () => Promise.resolve()
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => ({
          init: done,
          acquireConnection: () => Promise.resolve(connection),
          beginTransaction: done,
          commitTransaction: done,
          rollbackTransaction: done,
          releaseConnection: done,
          destroy: done,
        }),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
  }

  override get isTransaction(): true {
    return true
  }
}
