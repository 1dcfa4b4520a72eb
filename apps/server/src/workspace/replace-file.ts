import { randomBytes } from 'node:crypto'
import { constants, fchmodSync, fstatSync } from 'node:fs'
import { link, open, rename, unlink } from 'node:fs/promises'
import type { AnchoredFolder } from './anchored-folder.ts'
import { errorCode } from '../disk/error-code.ts'

/** The wanted state of a file. */
export interface NewFile {
  readonly bytes: Buffer
  /** Permission bits; undefined: the system's default for new files. */
  readonly mode: number | undefined
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** A new file next to its destination, under a temporary name. Ends with `commit` or `discard`. */
export interface PreparedFile {
  readonly mode: number
  /**
   * Takes the destination atomically, or changes nothing. `taken: 'refuse'` never replaces an existing file, even one created concurrently;
   * false: the name was taken.
   */
  commit(name: string, options: { readonly taken: 'replace' | 'refuse' }): Promise<boolean>
  discard(): Promise<void>
}

/** Writes a file into a folder, under a temporary name. */
export async function prepareFile(folder: AnchoredFolder, file: NewFile): Promise<PreparedFile> {
  const beside = folder.at(`.countersign-${randomBytes(8).toString('hex')}`)
  const mode = await writeBeside(beside, file)
  return {
    mode,
    async commit(name, { taken }) {
      try {
        if (taken === 'replace') {
          await rename(beside, folder.at(name))
          return true
        }
        await link(beside, folder.at(name))
        await unlink(beside)
        return true
      } catch (cause) {
        await unlink(beside)
        if (taken === 'refuse' && errorCode(cause) === 'EEXIST') return false
        throw cause
      }
    },
    discard: () => unlink(beside),
  }
}

async function writeBeside(path: string, file: NewFile): Promise<number> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  const handle = await open(path, flags, file.mode === undefined ? 0o666 : 0o600)
  try {
    await handle.writeFile(file.bytes)
    if (file.owner) await keepOwner(handle, file.owner)
    if (file.mode !== undefined) fchmodSync(handle.fd, file.mode)
    await handle.sync()
    return fstatSync(handle.fd).mode & 0o7777
  } catch (cause) {
    await unlink(path)
    throw cause
  } finally {
    await handle.close()
  }
}

/** Only a privileged user can change the owner of files; for all others the owner is already right, or cannot be kept. */
async function keepOwner(
  handle: Awaited<ReturnType<typeof open>>,
  owner: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const { uid, gid } = fstatSync(handle.fd)
  if (uid === owner.uid && gid === owner.gid) return
  await handle.chown(owner.uid, owner.gid).catch((cause: unknown) => {
    if (errorCode(cause) !== 'EPERM') throw cause
  })
}
