import type { CallId } from '@countersign/protocol'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { HEADS_FILE } from '../../audit/stored-audit.ts'
import { settleCall } from '../call-moves.ts'
import { openEmbedded } from '../embedded/embedded.ts'
import { ok, err, type Result } from '../result.ts'
import { readSetting } from '../settings.ts'
import { causeText, type StoreError } from '../store-error.ts'
import { inThread } from '../in-thread.ts'
import type { StoreParts } from '../work.ts'
import { RESTORED, type BackupFacts } from './format.ts'
import { readBackup } from './import.ts'

/** Where a backup is restored to. */
export interface RestoreTarget {
  readonly home: string
  readonly databaseUrl?: string
}

/** Restores a backup into an empty data folder or database. What runs there afterwards is any store that is opened on it. */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
): Promise<Result<BackupFacts, StoreError>> {
  const readable = await access(file).then(
    () => true,
    () => false,
  )
  if (!readable) return err({ code: 'bad_backup', message: `there is no backup \`${file}\`` })
  const embedded = target.databaseUrl === undefined ? await openEmbedded(target.home) : ok(undefined)
  if (!embedded.ok) return embedded
  try {
    const client = new Client(embedded.value?.connection ?? { connectionString: target.databaseUrl })
    await client.connect()
    try {
      const imported = await readBackup(client, file)
      if (!imported.ok) return imported
      const { heads, rows, schema } = imported.value
      const noted = heads.map((head) => `${JSON.stringify(head)}\n`).join('')
      await writeFile(join(target.home, HEADS_FILE), noted, { mode: 0o600 })
      return ok({ rows, schema })
    } finally {
      await client.end()
    }
  } catch (cause) {
    return err({ code: 'unreachable', message: `the database cannot be reached: ${causeText(cause)}`, cause })
  } finally {
    await embedded.value?.close()
  }
}

/**
 * Calls that were approved when the backup was made may have run after it: they are cancelled, and a person can ask for them
 * again. What only reads goes on.
 */
export async function settleRestored(parts: StoreParts): Promise<void> {
  if ((await readSetting(parts.db, 'workspace', RESTORED)) !== true) return
  const rows = await parts.db
    .selectFrom('calls')
    .select('id')
    .where('state', '=', 'approved')
    .where('repeat', '!=', 'safe')
    .execute()
  for (const { id } of rows) await cancelRestored(parts, id)
  await parts.db
    .deleteFrom('settings')
    .where('scope', '=', 'workspace')
    .where('name', '=', RESTORED)
    .execute()
}

async function cancelRestored(parts: StoreParts, id: CallId): Promise<void> {
  const text =
    'Did not run here: this is a restored backup, and the call may have run after the backup was made. Look before you ask for it again.'
  await inThread(parts, { call: id }, async (work) => {
    await settleCall(work, id, ['approved'], {
      state: 'cancelled',
      signature: { via: 'policy', by: 'restored from a backup', at: work.now },
      result: { state: 'cancelled', code: 'restored', text },
      actor: 'restore',
    })
  })
}
