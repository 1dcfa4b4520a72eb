import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { writeBackup } from '../backup/export.ts'
import { readBackup } from '../backup/import.ts'
import { openPool } from '../sql/database.ts'
import { err, ok, type Result } from '@countersign/policy'
import { causeText, type StoreError } from '../sql/store-error.ts'
import type { Schema } from '../sql/schema.ts'
import { hasClients } from './clients.ts'
import { majorOfBinaries, majorOfData, makeFiles, stopPostgres, type Cluster } from './cluster.ts'
import { keptBinaries } from './kept-binaries.ts'
import type { Places } from './places.ts'
import { connectionOf, startAndWait } from './start.ts'

/**
 * Upgrades the data of an older major version: starts it with the binaries that were kept with it, exports it into a file, and imports that
 * into a new database, which replaces the old one only when it is complete. The old files stay, under another name. `refusal` is the
 * message if it is impossible.
 */
export async function upgrade(
  cluster: Cluster,
  refusal: StoreError,
  schemas: readonly Schema[],
): Promise<Result<void, StoreError>> {
  const { places } = cluster
  const made = await majorOfData(places.data)
  const now = await majorOfBinaries(cluster.binaries, places)
  const old = await binariesOf(made, places)
  if ('said' in now || Number(made) >= Number(now.major) || old === undefined) return err(refusal)
  if (await hasClients(places.control)) {
    const message = `a server of an older version is using the data in \`${places.data}\`; stop it and start again`
    return err({ code: 'busy', message })
  }
  const file = join(places.control, `from-${made}.backup`)
  const written = await exportAll({ ...cluster, binaries: old }, file, schemas)
  if (!written.ok) return written
  const draft = { ...places, data: `${places.data}.draft` }
  const imported = await importAll({ ...cluster, places: draft }, file, schemas)
  if (!imported.ok) return imported
  // From here on the new database is the valid one, whatever happens.
  await rename(draft.data, upgradedOf(places))
  await finishUpgrade(places)
  return ok(undefined)
}

/** Replaces the old database by the upgraded one; if interrupted at any point, the next start continues here. */
export async function finishUpgrade(places: Places): Promise<void> {
  if (!(await isFolder(upgradedOf(places)))) return
  if (await isFolder(places.data)) {
    await stopPostgres(places)
    await rename(places.data, await freeName(`${places.data}.of-${await majorOfData(places.data)}`))
  }
  await rename(upgradedOf(places), places.data)
}

function upgradedOf({ data }: Places): string {
  return `${data}.upgraded`
}

async function binariesOf(major: string, places: Places): Promise<string | undefined> {
  for (const native of await keptBinaries(places.root)) {
    const found = await majorOfBinaries(join(native, 'bin'), places)
    if ('major' in found && found.major === major) return join(native, 'bin')
  }
  return undefined
}

async function exportAll(
  old: Cluster,
  file: string,
  schemas: readonly Schema[],
): Promise<Result<void, StoreError>> {
  // A killed server or an interrupted upgrade may have left one running.
  await stopPostgres(old.places)
  const up = await startAndWait(old)
  if (!up.ok) return up
  const pool = openPool(await connectionOf(old), () => undefined)
  try {
    await writeBackup(pool, file, { heads: [], schemas })
    return ok(undefined)
  } catch (cause) {
    return failed(cause)
  } finally {
    await pool.end()
    await stopPostgres(old.places)
  }
}

async function importAll(
  draft: Cluster,
  file: string,
  schemas: readonly Schema[],
): Promise<Result<void, StoreError>> {
  const password = (await readFile(draft.places.password, 'utf8')).trim()
  await stopPostgres(draft.places)
  const made = await makeFiles(draft, draft.places.data, password)
  if (!made.ok) return made
  const up = await startAndWait(draft)
  if (!up.ok) return up
  const client = new Client(await connectionOf(draft))
  client.on('error', () => undefined)
  try {
    await client.connect()
    const read = await readBackup(client, file, { isOfNow: true, schemas })
    return read.ok ? ok(undefined) : read
  } catch (cause) {
    return failed(cause)
  } finally {
    await client.end()
    await stopPostgres(draft.places)
  }
}

function failed(cause: unknown): Result<void, StoreError> {
  const message = `the database could not be upgraded to the newer version of PostgreSQL: ${causeText(cause)}; nothing was changed`
  return err({ code: 'other_major', message, cause })
}

async function freeName(wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!(await isFolder(name))) return name
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}
