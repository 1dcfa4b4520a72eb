import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** The text of a file; empty if there is none. */
export async function readSettings(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return ''
    throw cause
  })
}

/** Writes a file atomically. Follows a link and keeps it; keeps mode and owner too. */
export async function writeSettings(path: string, text: string): Promise<void> {
  const target = await targetOf(path)
  const before = await stat(target).catch(() => undefined)
  const beside = `${target}.countersign`
  await mkdir(dirname(target), { recursive: true })
  try {
    await writeFile(beside, text)
    if (before !== undefined) {
      // Only root may change a file's owner; other users already own theirs.
      await chown(beside, before.uid, before.gid).catch(() => undefined)
      await chmod(beside, before.mode & 0o7777)
    }
    await rename(beside, target)
  } catch (cause) {
    await rm(beside, { force: true })
    throw cause
  }
}

/** Removes a regular file. False: it is a link, and stays. */
export async function removeSettings(path: string): Promise<boolean> {
  if ((await lstat(path)).isSymbolicLink()) return false
  await rm(path)
  return true
}

/** The target of links, of which the last may point to a missing file. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    const link = await readlink(path).catch(() => undefined)
    return link === undefined ? path : targetOf(resolve(dirname(path), link))
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
