import { randomBytes } from 'node:crypto'
import { chmod, constants, open, rename, rm, rmdir, symlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { PathState } from '../checkpoints/change.ts'
import { anchorFolder, type AnchoredFolder } from '../workspace/anchored-folder.ts'
import { errorCode } from '../disk/error-code.ts'
import { copyTree, removeTree } from '../workspace/tree.ts'

/**
 * Gives a path the wanted state, in an open folder, so that a link put in its place leads nowhere. False: impossible, because a link or a
 * file is in the way, or the content is not stored.
 */
export async function putState(
  path: string,
  state: PathState,
  content: (hash: string) => Promise<Buffer | undefined>,
): Promise<boolean> {
  if (state.kind === 'other' || state.kind === 'folder') return false
  const bytes = state.kind === 'file' ? await content(state.hash) : undefined
  if (state.kind === 'file' && bytes === undefined) return false
  const parent = await anchorFolder(dirname(path), { create: state.kind !== 'absent' })
  // A missing folder is fine if nothing should be there.
  if (!parent.ok) return state.kind === 'absent'
  try {
    const { folder } = parent
    if (state.kind === 'absent') await removeIfThere(folder, basename(path))
    else if (state.kind === 'link')
      await replace(folder, basename(path), (beside) => symlink(state.target, beside))
    else
      await replace(folder, basename(path), (beside) =>
        writeNew(beside, bytes ?? Buffer.alloc(0), state.mode),
      )
    return true
  } finally {
    await parent.folder.close()
  }
}

async function removeIfThere(folder: AnchoredFolder, name: string): Promise<void> {
  try {
    await removeTree(folder, name)
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause
  }
}

async function replace(
  folder: AnchoredFolder,
  name: string,
  make: (path: string) => Promise<void>,
): Promise<void> {
  const beside = folder.at(`.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await make(beside)
    await rename(beside, folder.at(name)).catch(async (cause: unknown) => {
      // A folder is where a file should be.
      if (errorCode(cause) !== 'EISDIR') throw cause
      await removeTree(folder, name)
      await rename(beside, folder.at(name))
    })
  } catch (cause) {
    await rm(beside, { force: true })
    throw cause
  }
}

async function writeNew(path: string, bytes: Buffer, mode: number): Promise<void> {
  const handle = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  )
  try {
    await handle.writeFile(bytes)
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Moves something that cannot be read as content (too large, a pipe) out of the workspace, into one of our folders. */
export async function moveAway(path: string, into: string, name: string): Promise<void> {
  const from = await anchorFolder(dirname(path))
  if (!from.ok) return
  try {
    const to = await anchorFolder(into)
    if (!to.ok) throw new Error(`\`${into}\` is not a folder`)
    try {
      await rename(from.folder.at(basename(path)), to.folder.at(name)).catch(async (cause: unknown) => {
        if (errorCode(cause) !== 'EXDEV') throw cause
        // Anything other than a file, a folder or a link has no content to store.
        await copyTree(from.folder, basename(path), to.folder, name).catch(() => undefined)
        await removeTree(from.folder, basename(path))
      })
      await chmod(to.folder.at(name), 0o600).catch(() => undefined)
    } finally {
      await to.folder.close()
    }
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause
  } finally {
    await from.folder.close()
  }
}

/** Removes an empty folder. False: it is not empty, or gone. */
export async function removeEmpty(path: string): Promise<boolean> {
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return false
  try {
    await rmdir(parent.folder.at(basename(path)))
    return true
  } catch {
    return false
  } finally {
    await parent.folder.close()
  }
}
