import { randomBytes } from 'node:crypto'
import { link, rename, unlink } from 'node:fs/promises'
import type { AnchoredFolder } from './anchored-folder.ts'
import { entryAt } from './entry.ts'
import { errorCode } from '../disk/error-code.ts'
import { copyTree, removeTree } from './tree.ts'

/** One name in an open folder. */
export interface NamedEntry {
  readonly folder: AnchoredFolder
  readonly name: string
}

/**
 * Moves an entry to a free name, also onto another file system: there it is copied completely before anything is removed. False: the name
 * is taken, and nothing moved.
 */
export async function moveEntry(from: NamedEntry, to: NamedEntry): Promise<boolean> {
  const there = await entryAt(to.folder, to.name)
  if (there) return false
  const moving = await entryAt(from.folder, from.name)
  try {
    if (moving?.kind === 'file') return await moveFile(from, to)
    await rename(from.folder.at(from.name), to.folder.at(to.name))
    return true
  } catch (cause) {
    if (errorCode(cause) !== 'EXDEV') throw cause
  }
  try {
    await copyTree(from.folder, from.name, to.folder, to.name)
  } catch (cause) {
    if (await entryAt(to.folder, to.name)) await removeTree(to.folder, to.name)
    throw cause
  }
  await removeTree(from.folder, from.name)
  return true
}

/** A file gets its new name without ever replacing another, even one created concurrently: it has a temporary name in between. */
async function moveFile(from: NamedEntry, to: NamedEntry): Promise<boolean> {
  const between = to.folder.at(`.countersign-${randomBytes(8).toString('hex')}`)
  await rename(from.folder.at(from.name), between)
  try {
    await link(between, to.folder.at(to.name))
    await unlink(between)
    return true
  } catch (cause) {
    const code = errorCode(cause)
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EMLINK') {
      // A file system without hard links.
      await rename(between, to.folder.at(to.name))
      return true
    }
    await link(between, from.folder.at(from.name))
    await unlink(between)
    if (code === 'EEXIST') return false
    throw cause
  }
}
