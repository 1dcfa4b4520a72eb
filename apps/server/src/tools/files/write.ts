import { defineTool } from '@countersign/agent'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { readContent } from './content.ts'
import { signedPath } from './resolved-target.ts'
import { isInside, shown, subjectOf } from './workspace-path.ts'

/** Most characters that one call can write. */
const WRITE_LIMIT = 2_000_000

export const filesWrite = defineTool({
  name: 'files.write',
  description: 'Writes a text file of the workspace, whole: what was in it before is replaced.',
  input: z.object({
    path: z.string().min(1).describe('File, from the workspace root.'),
    content: z.string().max(WRITE_LIMIT).describe('The whole new content.'),
  }),
  category: 'write',
  destructive: false,
  editSafe: true,
  capability: 'workspace_write',
  specifier: { kind: 'path', template: '{path}' },
  repeat: 'never',
  parallelSafe: false,
  lock: 'files',
  title: ({ path }) => `Write ${path}`,
  async inspect({ path, content }, place) {
    const subject = await subjectOf(path, place)
    const before = await readContent(subject.resolved)
    return {
      specifier: { kind: 'path', paths: [subject] },
      body: {
        kind: 'write',
        path: shown(subject.resolved, place),
        before: before.text,
        after: content,
        outside_workspace: !isInside(subject.resolved, place),
      },
      targets: [{ path: subject.resolved, hash: before.hash }],
    }
  },
  async run({ path, content }, context) {
    const target = await signedPath(path, context)
    if (!target.ok) return target
    const existed = await modeOf(target.path)
    await mkdir(dirname(target.path), { recursive: true })
    await replaceFile(target.path, content, existed)
    return {
      ok: true,
      text: `${existed === undefined ? 'Created' : 'Wrote'} ${path}, ${content.length} characters.`,
    }
  },
})

async function modeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found === undefined ? undefined : found.mode & 0o777
}

/** Atomic: the new content stands beside the old one and takes its place, or nothing changed. */
async function replaceFile(path: string, content: string, mode: number | undefined): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.countersign`)
  const file = await open(beside, 'wx', mode ?? 0o644)
  try {
    await file.writeFile(content)
    await file.sync()
    await file.close()
    await rename(beside, path)
  } catch (cause) {
    await rm(beside, { force: true })
    throw cause
  }
}
