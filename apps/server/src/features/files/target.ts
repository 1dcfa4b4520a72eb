import type { Ahead, Call, Inspection, Target } from '@countersign/agent'
import { readlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { anchorFolder, type AnchoredFolder } from '../../workspace/anchored-folder.ts'
import { hashOf } from '../../platform/files/content-files.ts'
import { readIn } from '../../workspace/content.ts'
import { entryAt } from '../../workspace/entry.ts'
import { folderFacts } from '../../workspace/tree.ts'

/** A hash of the state at a path without links: the content, a link's target, or a folder's entries. Null: nothing. */
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

/** The same after the earlier calls of its step, in addition to the real state. */
export async function targetAhead(path: string, ahead: Ahead | undefined): Promise<Target> {
  const there = await targetOf(path)
  const left = ahead?.get(path)
  if (left === undefined) return there
  return { path, hash: left === null ? null : hashOf(Buffer.from(left)), found: there.hash }
}

/** True if everything is as it was when the call was proposed, or as earlier calls were to leave it. */
export function targetsHold({ targets }: Call, now: Pick<Inspection, 'targets'>): boolean {
  return targets.every(({ path, hash, found = hash }) => {
    const is = now.targets.find((target) => target.path === path)
    return is !== undefined && (is.hash === hash || is.hash === found)
  })
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
