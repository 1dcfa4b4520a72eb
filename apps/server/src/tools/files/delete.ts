import { defineTool } from '@countersign/agent'
import { cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readContent } from './content.ts'
import { signedPath } from './resolved-target.ts'
import { shown, subjectOf } from './workspace-path.ts'

/** Most entries that are counted for the card. */
const COUNT_LIMIT = 10_000

/** `trash` is a folder of the data folder: even an approved deletion can be taken back. */
export function filesDelete(trash: string, newName: () => string) {
  return defineTool({
    name: 'files.delete',
    description: 'Deletes a file or folder of the workspace.',
    input: z.object({ path: z.string().min(1).describe('File or folder, from the workspace root.') }),
    category: 'write',
    destructive: true,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'path', template: '{path}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'files',
    title: ({ path }) => `Delete ${path}`,
    async inspect({ path }, place) {
      const subject = await subjectOf(path, place)
      const found = await lstat(subject.resolved).catch(() => undefined)
      const inside =
        found?.isDirectory() === true
          ? await count(subject.resolved)
          : { files: found ? 1 : 0, bytes: found?.size ?? 0 }
      const hash = found?.isFile() === true ? (await readContent(subject.resolved)).hash : null
      return {
        specifier: { kind: 'path', paths: [subject] },
        body: { kind: 'path', action: 'delete', paths: [shown(subject.resolved, place)], ...inside },
        targets: [{ path: subject.resolved, hash }],
      }
    },
    async run({ path }, context) {
      const target = await signedPath(path, context)
      if (!target.ok) return target
      const found = await lstat(target.path).catch(() => undefined)
      if (!found) return { ok: false, code: 'not_found', text: `there is nothing at \`${path}\`` }
      const kept = join(trash, newName())
      await mkdir(kept, { recursive: true, mode: 0o700 })
      await move(target.path, join(kept, basename(target.path)))
      return { ok: true, text: `Deleted ${path}. It is kept in the trash of the data folder.` }
    },
  })
}

/** The trash may lie on another file system: then it is copied whole before anything is removed. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EXDEV')) throw cause
    await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    await rm(from, { recursive: true })
  }
}

async function count(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => !entry.isDirectory()).slice(0, COUNT_LIMIT)
  let bytes = 0
  for (const file of files)
    bytes += (await lstat(join(file.parentPath, file.name)).catch(() => undefined))?.size ?? 0
  return { files: files.length, bytes }
}
