import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { readBackup } from '../backup/import.ts'
import { CORE } from '../sql/schema.ts'
import { openEmbedded } from '../embedded/embedded.ts'
import { mustOpen } from './grounds.ts'
import { plainUuid } from './scene.ts'

/** Recreates the database of a data folder, with the same rows, using other binaries: as an older version would have left it. */
export async function remake(home: string, native: string): Promise<void> {
  const file = join(home, 'remake.backup')
  const store = await mustOpen({ home, processId: plainUuid(), failed: () => undefined })
  const written = await store.backup(file)
  if (!written.ok) throw new Error(written.error.message)
  await store.close()
  for (const part of ['postgres', 'postgres-control']) await rm(join(home, part), { recursive: true })
  const old = await openEmbedded(home, [CORE], { packaged: native, path: '' })
  if (!old.ok) throw new Error(old.error.message)
  const client = new Client(old.value.connection)
  await client.connect()
  const read = await readBackup(client, file, { isOfNow: true })
  await client.end()
  await old.value.close()
  if (!read.ok) throw new Error(read.error.message)
}
