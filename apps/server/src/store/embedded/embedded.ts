import { err, ok, type Result } from '../result.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { causeText, codeOf, type StoreError } from '../store-error.ts'
import { findBinaries, type BinarySources } from './binaries.ts'
import { leaveClients, noteClient } from './clients.ts'
import {
  heldByAnEarlierOne,
  initialise,
  logTail,
  ROLE,
  runningPostgres,
  startPostgres,
  stopPostgres,
  type Cluster,
} from './cluster.ts'
import { withFolderLock } from './folder-lock.ts'
import { databaseAccount } from './owner.ts'
import { choosePlaces, folderWarnings, possibleRoots, preparePlaces } from './places.ts'

/** A private PostgreSQL that every process on this data folder shares. */
export interface Embedded {
  readonly connection: ClientConfig
  /** About the data folder: network and synced drives. */
  readonly warnings: readonly string[]
  /** Starts the database again if it is gone. Throws when that fails. */
  revive(): Promise<void>
  /** Leaves; the last process to leave stops the database. */
  close(): Promise<void>
}

/** Milliseconds to wait for another process that starts or stops the database. */
const LOCK_PATIENCE = 60_000
/** Milliseconds a start may take; after a power cut it first replays its log. */
const START_PATIENCE = 60_000
/** Milliseconds between two looks whether it answers. */
const READY_LOOK = 40
/** Milliseconds between two starts while processes of a killed database linger, and how often. */
const LINGER = 200
const LINGER_TRIES = 50

/** Opens the embedded database of a data folder: makes it, starts it, or joins the one that runs. */
export async function openEmbedded(
  home: string,
  sources?: BinarySources,
): Promise<Result<Embedded, StoreError>> {
  const cluster = await findCluster(home, sources)
  if (!cluster.ok) return cluster
  const { places } = cluster.value
  const opened = await locked(places.control, async () => {
    const up = await bringUp(cluster.value)
    return up.ok ? ok(await noteClient(places.control)) : up
  })
  if (!opened.ok) return opened
  const note = opened.value
  return ok({
    connection: await connectionOf(cluster.value),
    warnings: await folderWarnings(places.root),
    async revive() {
      const up = await locked(places.control, () => bringUp(cluster.value))
      if (!up.ok) throw new Error(up.error.message, { cause: up.error })
    },
    async close() {
      await locked(places.control, async () => {
        if (await leaveClients(places.control, note)) await stopPostgres(places)
        return ok(undefined)
      })
    },
  })
}

async function findCluster(home: string, sources?: BinarySources): Promise<Result<Cluster, StoreError>> {
  try {
    const account = await databaseAccount(possibleRoots(home).map((root) => join(root, 'data')))
    if (!account.ok) return account
    const places = await choosePlaces(home, account.value)
    await preparePlaces(home, places, account.value)
    const binaries = await findBinaries(places.root, account.value, sources)
    return binaries.ok ? ok({ places, binaries: binaries.value, account: account.value }) : binaries
  } catch (cause) {
    const why = codeOf(cause) ?? causeText(cause)
    return err({
      code: 'not_writable',
      message: `the data folder \`${home}\` cannot be written (${why}); set \`COUNTERSIGN_HOME\` to one that can`,
      cause,
    })
  }
}

async function locked<T>(
  control: string,
  work: () => Promise<Result<T, StoreError>>,
): Promise<Result<T, StoreError>> {
  const done = await withFolderLock(join(control, 'lock'), LOCK_PATIENCE, work)
  if (done !== 'busy') return done
  return err({
    code: 'busy',
    message: 'another process has been starting or stopping the database for a minute; end it and try again',
  })
}

async function bringUp(cluster: Cluster): Promise<Result<void, StoreError>> {
  const made = await initialise(cluster)
  if (!made.ok) return made
  const adopted = await runningPostgres(cluster.places)
  if (adopted !== undefined) {
    const ready = await waitUntilReady(cluster)
    if (ready.ok) return ready
    // Ours by its pid file, but nobody answers: its socket was swept away, or it is going down. Start afresh.
    await stopPostgres(cluster.places)
  }
  return startAndWait(cluster)
}

/** Starts it, again while the last processes of a killed one still hold its memory: they end by themselves. */
async function startAndWait(cluster: Cluster): Promise<Result<void, StoreError>> {
  for (let tried = 0; ; tried += 1) {
    const started = await startPostgres(cluster)
    const ready = started.ok ? await waitUntilReady(cluster) : started
    if (ready.ok || tried === LINGER_TRIES || !(await heldByAnEarlierOne(cluster.places))) return ready
    await delay(LINGER)
  }
}

async function connectionOf({ places }: Cluster): Promise<ClientConfig> {
  const password = (await readFile(places.password, 'utf8')).trim()
  return { host: places.socket, port: 5432, user: ROLE, password, database: ROLE }
}

/** Starting up, shutting down, or not there yet. */
const NOT_YET = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P03'])

async function waitUntilReady(cluster: Cluster): Promise<Result<void, StoreError>> {
  let last: unknown
  for (let waited = 0; waited < START_PATIENCE; waited += READY_LOOK) {
    try {
      await ensureDatabase(cluster)
      return ok(undefined)
    } catch (cause) {
      last = cause
      if (!NOT_YET.has(codeOf(cause) ?? '') && !isCutOff(cause)) break
      // A server that ended again will never answer; its log says why.
      if (waited > 200 && (await runningPostgres(cluster.places)) === undefined) break
      await delay(READY_LOOK)
    }
  }
  const why = (await logTail(cluster.places)) || causeText(last)
  return err({ code: 'start_failed', message: `the database does not start: ${why}`, cause: last })
}

function isCutOff(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('Connection terminated')
}

async function ensureDatabase(cluster: Cluster): Promise<void> {
  const client = new Client({ ...(await connectionOf(cluster)), database: 'postgres' })
  // A connection that breaks after `end` has nobody to tell.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [ROLE])
    if (found.rowCount === 0) await client.query(`create database ${ROLE}`)
  } finally {
    await client.end()
  }
}
