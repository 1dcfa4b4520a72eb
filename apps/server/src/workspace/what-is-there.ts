import { basename, dirname, join } from 'node:path'
import { anchorFolder } from './anchored-folder.ts'
import { entryAt, type Entry } from './entry.ts'
import { folderFacts } from './tree.ts'
import { versionedOf } from './version-control.ts'

/** Facts for a person about something before it is removed. */
export interface There {
  readonly files: number
  readonly bytes: number
  /** There is more than was counted. */
  readonly more?: true
  readonly versioned?: 'all' | 'some' | 'none'
}

/** The content at a path without links: how many files, how large, and whether version control has them. */
export async function whatIsThere(path: string): Promise<There> {
  const entry = await entryOf(path)
  if (entry === undefined) return { files: 0, bytes: 0 }
  if (entry.kind !== 'folder') return { files: 1, bytes: entry.size, ...(await kept(path, [path])) }
  const { files, bytes, cut, paths } = await folderFacts(path)
  const counted = { files, bytes, ...(cut ? { more: true as const } : {}) }
  if (paths.length === 0) return counted
  const versions = await kept(
    path,
    paths.map((below) => join(path, below)),
  )
  return { ...counted, ...versions }
}

/** Only a repository that stays is considered: one inside the folder is removed with it. */
async function kept(path: string, files: readonly string[]): Promise<Pick<There, 'versioned'>> {
  const versioned = await versionedOf(dirname(path), files)
  return versioned === undefined ? {} : { versioned }
}

async function entryOf(path: string): Promise<Entry | undefined> {
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return undefined
  try {
    return await entryAt(parent.folder, basename(path) || '.')
  } finally {
    await parent.folder.close()
  }
}
