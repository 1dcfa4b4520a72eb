import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PathState } from '../checkpoints/change.ts'
import { writeWhole } from '../disk/write-whole.ts'
import type { KnownPlace } from './known.ts'

/** How processes are distinguished from later ones with the same id. */
export interface ProcessMarks {
  markOf(pid: number): Promise<{ readonly pid: number; readonly born: string } | undefined>
  isAlive(mark: { readonly pid: number; readonly born: string }): Promise<boolean>
}

/** The state before the currently running commands, on disk: it outlives this server. */
export interface RunningNotes {
  write(workspace: string, before: KnownPlace | undefined): Promise<void>
  remove(workspace: string): Promise<void>
  /** Passes on the notes of servers that are gone, one by one, and removes them. */
  takeLeft(take: (workspace: string, before: KnownPlace) => Promise<void>): Promise<void>
}

/** The notes of this server and earlier ones. `folder` is that of the watch. */
export function runningNotes({ folder, marks }: { folder: string; marks: ProcessMarks }): RunningNotes {
  const running = join(folder, 'running')
  const noteOf = (path: string) =>
    join(running, `${createHash('sha256').update(path).digest('hex').slice(0, 24)}.${process.pid}.json`)
  return {
    async write(workspace, before) {
      if (before === undefined) return
      const server = await marks.markOf(process.pid)
      const text = JSON.stringify({ workspace, server, ...written(before) })
      await mkdir(running, { recursive: true, mode: 0o700 })
      await writeWhole(noteOf(workspace), Buffer.from(text), { sync: false })
    },
    remove: (workspace) => rm(noteOf(workspace), { force: true }),
    async takeLeft(take) {
      for (const name of await readdir(running).catch(() => [])) {
        const file = join(running, name)
        const read = Note.safeParse(readJson(await readFile(file, 'utf8').catch(() => '')))
        if (read.success && read.data.server && (await marks.isAlive(read.data.server))) continue
        if (read.success) await take(read.data.workspace, readBack(read.data))
        await rm(file, { force: true })
      }
    },
  }
}

const Note = z.object({
  workspace: z.string(),
  server: z.object({ pid: z.number(), born: z.string() }).optional(),
  files: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(['any', 'git-config', 'git-file', 'git-commondir']),
      own: z.boolean(),
      tail: z.string(),
      state: PathState,
      risks: z.array(z.string()).optional(),
    }),
  ),
  folders: z.array(z.string()),
  unseen: z.array(z.tuple([z.string(), z.string()])),
})

function written({
  files,
  folders,
  unseen,
}: KnownPlace): Pick<z.infer<typeof Note>, 'files' | 'folders' | 'unseen'> {
  return {
    files: [...files].map(([path, { seen, state, risks }]) => ({
      path,
      kind: seen.kind,
      own: seen.own,
      tail: seen.tail,
      state,
      ...(risks === undefined ? {} : { risks: [...risks] }),
    })),
    folders: [...folders],
    unseen: [...unseen],
  }
}

/** From a stored note: contents are compared, timestamps are unknown. */
function readBack({ files, folders, unseen }: z.infer<typeof Note>): KnownPlace {
  return {
    files: new Map(
      files.map(({ path, kind, own, tail, state, risks }) => [
        path,
        {
          seen: { kind, own, tail, type: 'file', isModule: false, isAlone: false, stamp: '', changed: 0 },
          state,
          leads: [],
          at: 0,
          ...(risks === undefined ? {} : { risks }),
        },
      ]),
    ),
    folders: new Set(folders),
    unseen: new Map(unseen),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It was cut off while being written: nothing had begun.
    return undefined
  }
}
