import { createReadStream } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import { Header } from './format.ts'

/** The file extension of backups in the data folder: nothing else there has it. */
const ENDING = '.backup'

/** Bytes of a file that are unpacked to find the header of a backup. */
const HEADER_LIMIT = 200_000

/** Why a backup may not be written here; undefined: it may. A backup never replaces a file that the server itself reads. */
export async function whyNotHere(file: string, home: string): Promise<string | undefined> {
  const folder = await realpath(dirname(file))
  const inHome = within(folder, await realpath(home).catch(() => resolve(home)))
  if (inHome === 'below') return 'it would be inside the data folder; choose another folder'
  if (inHome === 'in' && !basename(file).endsWith(ENDING))
    return `in the data folder a backup must have a name that ends in \`${ENDING}\``
  const path = join(folder, basename(file))
  if (path.split(sep).includes('.countersign') || path.startsWith('/etc/countersign/'))
    return inHome === undefined ? 'rules are kept in that folder; choose another' : undefined
  return undefined
}

function within(folder: string, home: string): 'in' | 'below' | undefined {
  if (folder === home) return 'in'
  return folder.startsWith(home + sep) ? 'below' : undefined
}

/** The existing file at a backup's path. Only an older backup may be replaced. */
export async function whatIsAt(file: string): Promise<'nothing' | 'backup' | 'other'> {
  const found = await lstat(file).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  })
  if (found === undefined) return 'nothing'
  return found.isFile() && (await beginsAsBackup(file)) ? 'backup' : 'other'
}

async function beginsAsBackup(file: string): Promise<boolean> {
  const packed = createReadStream(file)
  const unpacked = createGunzip()
  packed.on('error', (cause) => unpacked.destroy(cause))
  packed.pipe(unpacked)
  let text = ''
  try {
    for await (const piece of unpacked) {
      text += String(piece)
      if (text.includes('\n') || text.length > HEADER_LIMIT) break
    }
    const line = text.slice(0, text.indexOf('\n') + 1)
    return Header.safeParse(JSON.parse(line)).success
  } catch {
    // Not compressed, truncated before its first line, or not JSON: it is not one of our backups.
    return false
  } finally {
    packed.destroy()
    unpacked.destroy()
  }
}
