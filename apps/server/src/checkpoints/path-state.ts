import { readlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { anchorFolder, type AnchoredFolder } from '../workspace/anchored-folder.ts'
import { readIn } from '../workspace/content.ts'
import { errorCode } from '../disk/error-code.ts'
import { entryAt } from '../workspace/entry.ts'
import type { PathState } from './change.ts'

/** The state of an absolute path, without following links. */
export async function stateAt(path: string): Promise<PathState> {
  if (dirname(path) === path) return { kind: 'folder', mode: 0 }
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return { kind: 'absent' }
  try {
    return await stateIn(parent.folder, basename(path))
  } finally {
    await parent.folder.close()
  }
}

/** A change of the link between the two reads is found by the next look. */
async function linkAt(path: string): Promise<PathState> {
  try {
    return { kind: 'link', target: await readlink(path) }
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return { kind: 'absent' }
    if (errorCode(cause) === 'EINVAL') return { kind: 'other' }
    throw cause
  }
}

/** The state of a name in an open folder. */
export async function stateIn(folder: AnchoredFolder, name: string): Promise<PathState> {
  const entry = await entryAt(folder, name)
  switch (entry?.kind) {
    case undefined:
      return { kind: 'absent' }
    case 'folder':
      return { kind: 'folder', mode: entry.mode }
    case 'link':
      return linkAt(folder.at(name))
    case 'file': {
      const content = await readIn(folder, name)
      return content.kind === 'file'
        ? { kind: 'file', hash: content.hash, mode: content.mode }
        : { kind: 'other' }
    }
    case 'other':
      return { kind: 'other' }
  }
}
