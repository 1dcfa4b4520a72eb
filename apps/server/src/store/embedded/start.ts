import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { err, ok, type Result } from '@countersign/policy'
import { causeText, codeOf, type StoreError } from '../sql/store-error.ts'
import { heldByAnEarlierOne, logTail, ROLE, runningPostgres, startPostgres, type Cluster } from './cluster.ts'

/** Milliseconds that a start may take; after a power cut it first replays its log. */
const START_PATIENCE = 60_000
/** Milliseconds between two checks whether it answers. */
const READY_LOOK = 40
/** Milliseconds between two starts while processes of a killed database still exist, and how often. */
const LINGER = 200
const LINGER_TRIES = 50

/** Starts PostgreSQL. Retries while the last processes of a killed one still hold its memory: they end soon. */
export async function startAndWait(cluster: Cluster): Promise<Result<void, StoreError>> {
  for (let tried = 0; ; tried += 1) {
    const started = await startPostgres(cluster)
    const ready = started.ok ? await waitUntilReady(cluster) : started
    if (ready.ok || tried === LINGER_TRIES || !(await heldByAnEarlierOne(cluster.places))) return ready
    await delay(LINGER)
  }
}

/** The connection parameters of the database. */
export async function connectionOf({ places }: Cluster): Promise<ClientConfig> {
  const password = (await readFile(places.password, 'utf8')).trim()
  return { host: places.socket, port: 5432, user: ROLE, password, database: ROLE }
}

/** Starting up, shutting down, or not there yet. */
const NOT_YET = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P03'])

/** Waits until it answers, and creates our database in it if there is none. */
export async function waitUntilReady(cluster: Cluster): Promise<Result<void, StoreError>> {
  let last: unknown
  for (let waited = 0; waited < START_PATIENCE; waited += READY_LOOK) {
    try {
      await ensureDatabase(cluster)
      return ok(undefined)
    } catch (cause) {
      last = cause
      if (!NOT_YET.has(codeOf(cause) ?? '') && !isCutOff(cause)) break
      // A server that has ended will never answer; its log says why.
      if (waited > 200 && (await runningPostgres(cluster.places)) === undefined) break
      await delay(READY_LOOK)
    }
  }
  return err({ code: 'start_failed', message: await whyNot(cluster, last), cause: last })
}

/** Error codes of a wrong password. */
const WRONG_PASSWORD = new Set(['28P01', '28000'])

/** Says why PostgreSQL does not start, and which file is the cause, as far as known. */
async function whyNot({ places }: Cluster, cause: unknown): Promise<string> {
  if (WRONG_PASSWORD.has(codeOf(cause) ?? ''))
    return `\`${places.password}\` is damaged: the database does not accept the password in it; put the right one back, or restore a backup`
  const why = (await logTail(places)) || causeText(cause)
  return `the database in \`${places.data}\` does not start: ${why} (more in \`${places.log}\`)`
}

function isCutOff(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('Connection terminated')
}

async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new Client({ ...(await connectionOf(cluster)), database: 'postgres' })
  // Errors after `end` do not matter.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [ROLE])
    if (found.rowCount === 0) await client.query(`create database ${ROLE}`)
  } finally {
    await client.end()
  }
}
