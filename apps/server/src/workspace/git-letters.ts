import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { StagedFile } from './git-index.ts'
import { indexAround } from './version-control.ts'

/** `M`: modified since it was staged. `?`: untracked. */
export type GitLetter = 'M' | '?'

/** Limits of reading contents for one folder, in number and size: for the others timestamps decide. */
const MOST_READ = 200
const LARGEST = 5_000_000

/** The git state of files in a folder, by our own reader of its index: no program is started. */
export async function gitLetters(folder: string): Promise<(name: string) => Promise<GitLetter | undefined>> {
  const around = await indexAround(folder).catch(() => undefined)
  if (around === undefined) return async () => undefined
  let left = MOST_READ
  return async (name) => {
    const path = join(folder, name)
    const staged = around.index.entry(relative(around.root, path))
    if (staged === undefined) return around.index.has(relative(around.root, path)) ? undefined : '?'
    const found = await lstat(path, { bigint: true }).catch(() => undefined)
    if (found === undefined || !found.isFile()) return undefined
    if (Number(found.size & 0xffffffffn) !== staged.bytes) return 'M'
    if (sameTime(found.mtimeNs, staged)) return undefined
    left -= 1
    if (left < 0 || found.size > LARGEST) return 'M'
    return (await contentId(path, staged)) === staged.id ? undefined : 'M'
  }
}

function sameTime(mtime: bigint, { seconds, nanoseconds }: StagedFile): boolean {
  return (
    Number((mtime / 1_000_000_000n) & 0xffffffffn) === seconds &&
    Number(mtime % 1_000_000_000n) === nanoseconds
  )
}

async function contentId(path: string, { id }: StagedFile): Promise<string | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) return undefined
  return createHash(id.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
}
