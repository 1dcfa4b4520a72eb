import { err, ok, type Result } from '@countersign/policy'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { causeText, codeOf, type StoreError } from '../sql/store-error.ts'
import { findBinaries, type BinarySources } from './binaries.ts'
import { keepBinaries } from './kept-binaries.ts'
import { lookAfterLeftBehind } from './left-behind.ts'
import { hasClients, leaveClients, noteClient } from './clients.ts'
import { initialise, runningPostgres, stopPostgres, type Cluster } from './cluster.ts'
import { withFolderLock } from './folder-lock.ts'
import { databaseAccount } from './owner.ts'
import { connectionOf, startAndWait, waitUntilReady } from './start.ts'
import type { Schema } from '../sql/schema.ts'
import { finishUpgrade, upgrade } from './upgrade.ts'
import { choosePlaces, folderWarnings, possibleRoots, preparePlaces, type Places } from './places.ts'

/** A private PostgreSQL that every process on this data folder shares. */
export interface Embedded {
  readonly connection: ClientConfig
  /** The folders of its files and its socket. */
  readonly folders: readonly string[]
  /** About the data folder: network and synced drives. */
  readonly warnings: readonly string[]
  /** Restarts the database if it is gone. Throws if that fails. */
  revive(): Promise<void>
  /** Leaves; the last process to leave stops the database. */
  close(): Promise<void>
}

/** Milliseconds to wait for another process that starts or stops the database. */
const LOCK_PATIENCE = 60_000
/** Opens the embedded database of a data folder: creates it, starts it, or joins the running one. */
export async function openEmbedded(
  home: string,
  schemas: readonly Schema[],
  sources?: BinarySources,
): Promise<Result<Embedded, StoreError>> {
  const cluster = await findCluster(home, sources)
  if (!cluster.ok) return cluster
  const { places } = cluster.value
  const opened = await locked(places.control, async () => {
    try {
      const up = await bringUp(cluster.value, schemas)
      if (!up.ok) return await alone(places, up)
      await keepBinaries(cluster.value.binaries, places.root)
      await lookAfterLeftBehind(home, places)
      const connection = await connectionOf(cluster.value)
      return ok({ connection, note: await noteClient(places.control) })
    } catch (cause) {
      const message = `the database could not be opened: ${causeText(cause)}`
      return alone(places, err<StoreError>({ code: 'start_failed', message, cause }))
    }
  })
  if (!opened.ok) return opened
  const { note, connection } = opened.value
  return ok({
    connection,
    folders: [places.root, places.socket, places.control],
    warnings: await folderWarnings(places.root),
    async revive() {
      const up = await locked(places.control, () => bringUp(cluster.value, schemas))
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
      message: `cannot write to the data folder \`${home}\` (${why}); set \`COUNTERSIGN_HOME\` to another`,
      cause,
    })
  }
}

/** A failed start leaves no database running, unless someone else uses it. */
async function alone<E extends Result<never, StoreError>>(places: Places, failed: E): Promise<E> {
  if (!(await hasClients(places.control))) await stopPostgres(places)
  return failed
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

async function bringUp(cluster: Cluster, schemas: readonly Schema[]): Promise<Result<void, StoreError>> {
  await finishUpgrade(cluster.places)
  const made = await initialise(cluster)
  const fits =
    !made.ok && made.error.code === 'other_major' ? await upgrade(cluster, made.error, schemas) : made
  if (!fits.ok) return fits
  const adopted = await runningPostgres(cluster.places)
  if (adopted !== undefined) {
    const ready = await waitUntilReady(cluster)
    if (ready.ok) return ready
    // Its pid file says that it is ours, but it does not answer: its socket was deleted, or it is shutting down. Restart it.
    await stopPostgres(cluster.places)
  }
  return startAndWait(cluster)
}
