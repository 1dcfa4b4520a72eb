import type { Target } from '@countersign/agent'
import { readlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { anchorFolder, type AnchoredFolder } from './anchored-folder.ts'
import { hashOf, readIn } from './content.ts'
import { entryAt } from './entry.ts'
import { folderFacts } from './tree.ts'

/** What stands at a path without links, as a hash: its content, where a link points, what is in a folder. Null: nothing. */
export async function targetOf(path: string): Promise<Target> {
  if (dirname(path) === path) return { path, hash: 'root' }
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return { path, hash: null }
  try {
    return { path, hash: await hashAt(parent.folder, path) }
  } finally {
    await parent.folder.close()
  }
}

async function hashAt(folder: AnchoredFolder, path: string): Promise<string | null> {
  const name = basename(path)
  const entry = await entryAt(folder, name)
  switch (entry?.kind) {
    case undefined:
      return null
    case 'file': {
      const content = await readIn(folder, name)
      return content.kind === 'file' ? content.hash : `unread:${entry.size}`
    }
    case 'folder':
      return `folder:${(await folderFacts(path)).hash}`
    case 'link':
      return `link:${hashOf(Buffer.from(await readlink(folder.at(name))))}`
    case 'other':
      return 'other'
  }
}
