import type { Host } from '../../../platform/host.ts'
import type { Following } from '../../../platform/watch/watches.ts'
import { sql } from 'kysely'
import { scanFolder, type LinkedFolder, type Scanned } from './scan.ts'

/** Milliseconds after a change before the folder is scanned: many files often change at once. */
const QUIET = 400
/** How often a folder is compared with the disk, whatever the events. */
const SCAN_EVERY = '10 minutes'

interface FolderRow extends LinkedFolder {
  readonly owner: string
  readonly collection_id: string
  readonly due: boolean
}

export interface FoldersParts {
  readonly host: Pick<Host, 'store' | 'watches' | 'own' | 'failed' | 'chance'>
  /** Which files of a folder may be read, by the current rules. */
  mayRead(owner: string, root: string): Promise<(name: string) => boolean>
  changed(folder: { readonly owner: string; readonly collection_id: string }): void
  /** There may be documents to read. */
  queued(): void
}

/** Keeps linked folders in sync with the disk: events for speed, scans for correctness. */
export function linkedFolders(parts: FoldersParts) {
  const { host } = parts
  const followed = new Map<string, Promise<Following | undefined>>()
  const waiting = new Map<string, NodeJS.Timeout>()
  const scanned = new Set<string>()
  let stopped = false

  async function scan(folder: FolderRow): Promise<Scanned | undefined> {
    const found = await scanFolder(host.store.db, folder, {
      own: host.own,
      newId: () => `doc_${host.chance.id()}`,
      mayRead: await parts.mayRead(folder.owner, folder.path),
    })
    if (found === undefined)
      await sql`update collection_folders set scanned_at = now(), problem = 'the folder is not there or cannot be read'
        where id = ${folder.id}`.execute(host.store.db)
    if (found === undefined || found.queued + found.renamed + found.gone > 0) parts.changed(folder)
    if (found !== undefined && found.queued > 0) parts.queued()
    return found
  }

  function soon(folder: FolderRow): void {
    clearTimeout(waiting.get(folder.id))
    if (stopped) return
    waiting.set(
      folder.id,
      setTimeout(() => {
        waiting.delete(folder.id)
        scan(folder).catch((cause: unknown) => host.failed('scanning a linked folder', cause))
      }, QUIET),
    )
  }

  async function follow(folder: FolderRow): Promise<void> {
    if (followed.has(folder.id)) return
    const begun = host.watches
      .follow({ root: folder.path, what: 'gitignore', changed: () => soon(folder) })
      // The scans find a folder that is missing now.
      .catch(() => undefined)
    followed.set(folder.id, begun)
    await begun
  }

  return {
    /** Follows linked folders, and scans the due ones. */
    async round(): Promise<void> {
      const { rows } = await sql<FolderRow>`
        select f.id, f.collection, f.path, c.owner, c.id as collection_id,
          f.scanned_at is null or f.scanned_at < now() - ${SCAN_EVERY}::interval as due
        from collection_folders f join collections c on c.key = f.collection`.execute(host.store.db)
      const linked = new Set(rows.map(({ id }) => id))
      for (const [id, following] of followed)
        if (!linked.has(id)) {
          followed.delete(id)
          await (await following)?.stop()
        }
      for (const folder of rows) {
        if (stopped) return
        await follow(folder)
        // The first scan of a process finds changes from while none ran.
        if (!folder.due && scanned.has(folder.id)) continue
        scanned.add(folder.id)
        await scan(folder)
      }
    },
    async stop(): Promise<void> {
      stopped = true
      for (const timer of waiting.values()) clearTimeout(timer)
      for (const following of followed.values()) await (await following)?.stop()
      followed.clear()
    },
  }
}
