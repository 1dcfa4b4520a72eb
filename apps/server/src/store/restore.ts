import type { CallId } from '@countersign/protocol'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { HEADS_FILE } from './audit/stored-audit.ts'
import { settleCall } from './call/call-moves.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { ok, err, type Result } from '@countersign/policy'
import { TRIGGERS_PAUSED, WORKSPACE_SCOPE } from '../settings/ports.ts'
import { readSetting, writeSetting } from './sql/settings.ts'
import { causeText, type StoreError } from './sql/store-error.ts'
import { transact } from './sql/transact.ts'
import type { StoreParts } from './sql/work.ts'
import { RESTORED, type BackedUpFile, type BackupFacts } from './backup/format.ts'
import { filesIn, readBackup } from './backup/import.ts'
import { CORE, type Schema } from './sql/schema.ts'

/** The target of a restore. */
export interface RestoreTarget {
  readonly home: string
  readonly databaseUrl?: string
}

/** Restores a backup into an empty data folder or database. Afterwards any store can be opened on it. */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  {
    schemas = [CORE],
    putFile,
  }: {
    readonly schemas?: readonly Schema[]
    /** Writes a file of a feature. */
    readonly putFile?: (file: BackedUpFile) => Promise<void>
  } = {},
): Promise<Result<BackupFacts, StoreError>> {
  const readable = await access(file).then(
    () => true,
    () => false,
  )
  if (!readable) return err({ code: 'bad_backup', message: `there is no backup \`${file}\`` })
  const embedded = target.databaseUrl === undefined ? await openEmbedded(target.home, schemas) : ok(undefined)
  if (!embedded.ok) return embedded
  try {
    const client = new Client(embedded.value?.connection ?? { connectionString: target.databaseUrl })
    await client.connect()
    try {
      const imported = await readBackup(client, file, {
        schemas,
        // Rows reference files, so they are committed only once the files exist. The next attempt overwrites leftovers of a failed one.
        async beforeCommit() {
          if (putFile) for await (const one of filesIn(file)) await putFile(one)
        },
      })
      if (!imported.ok) return imported
      const { heads, rows, schema } = imported.value
      const noted = heads.map((head) => `${JSON.stringify(head)}\n`).join('')
      await mkdir(target.home, { recursive: true, mode: 0o700 })
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
 * Calls that were approved when the backup was made may have run after it: they are cancelled, and a person can request them again. Calls
 * that are safe to repeat continue. Triggers are paused.
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
  // Where the backup was made, the same triggers may still start runs.
  await writeSetting(parts.db, WORKSPACE_SCOPE, TRIGGERS_PAUSED, true)
  await parts.db
    .deleteFrom('settings')
    .where('scope', '=', 'workspace')
    .where('name', '=', RESTORED)
    .execute()
}

async function cancelRestored(parts: StoreParts, id: CallId): Promise<void> {
  const text =
    'Did not run here: this is a restored backup, and the call may have run after the backup was made. Look before you ask for it again.'
  await transact(parts, { call: id }, async (work) => {
    await settleCall(work, id, 'cancel', {
      signature: { via: 'policy', by: 'restored from a backup', at: work.now },
      result: { state: 'cancelled', code: 'restored', text },
      actor: 'restore',
    })
  })
}
