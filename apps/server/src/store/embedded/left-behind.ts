import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { stopPostgres } from './cluster.ts'
import type { Places } from './places.ts'

/** How long a database whose data folder is gone is kept, in milliseconds: 30 days. */
const KEPT = 30 * 24 * 3_600_000

const NOTE = 'belongs-to.json'
const GONE = 'gone-since'
const Note = z.object({ home: z.string(), parent: z.object({ dev: z.number(), ino: z.number() }) })

/**
 * For databases outside their data folder: notes the owner of this one, and checks the others there. One whose data folder was deleted is
 * kept for a while, since the folder may only have been moved, and then removed. One whose data folder is on a drive that is currently
 * missing is left alone.
 */
export async function lookAfterLeftBehind(home: string, places: Places): Promise<void> {
  if (places.root.startsWith(home + sep)) return
  const base = dirname(places.root)
  await writeNote(home, places.root)
  const now = (await stat(join(places.root, NOTE))).mtimeMs
  for (const name of await readdir(base)) await lookAt(join(base, name), places, now)
}

async function writeNote(home: string, root: string): Promise<void> {
  const { dev, ino } = await stat(dirname(home))
  await writeFile(join(root, NOTE), JSON.stringify({ home, parent: { dev, ino } }), { mode: 0o600 })
}

async function lookAt(root: string, places: Places, now: number): Promise<void> {
  const text = await readFile(join(root, NOTE), 'utf8').catch(() => 'null')
  const note = Note.safeParse(readJson(text))
  if (!note.success) return
  const mark = join(root, GONE)
  if (!(await wasDeleted(note.data))) return rm(mark, { force: true })
  const since = await stat(mark).catch(() => undefined)
  if (since === undefined) return writeFile(mark, '')
  if (now - since.mtimeMs < KEPT) return
  await stopPostgres({ ...places, root, data: join(root, 'data') })
  await rm(root, { recursive: true, force: true })
}

/** True if its parent folder is still the same one and no longer contains the data folder. */
async function wasDeleted({ home, parent }: z.infer<typeof Note>): Promise<boolean> {
  if ((await stat(home).catch(() => undefined)) !== undefined) return false
  const above = await stat(dirname(home)).catch(() => undefined)
  return above !== undefined && above.dev === parent.dev && above.ino === parent.ino
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A crash cut it off while it was written; the next start of its server rewrites it.
    return null
  }
}
