import type { KeptPlace } from '@countersign/protocol'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** Maximum number of entries of one place that are read. */
const LOOK_LIMIT = 20_000

/** The content of the data folder, largest first. Links are counted, never followed. */
export async function keptPlaces(folder: string, gone: AbortSignal): Promise<readonly KeptPlace[]> {
  const places: KeptPlace[] = []
  for await (const entry of await opendir(folder)) {
    if (gone.aborted) break
    const path = join(folder, entry.name)
    places.push({ name: entry.name, ...(await sizeOf(path, entry.isDirectory())) })
  }
  return places.toSorted((a, b) => b.bytes - a.bytes)
}

/** How large a file or a folder is. */
export async function sizeOf(path: string, isFolder: boolean): Promise<Omit<KeptPlace, 'name'>> {
  if (!isFolder) return { bytes: await bytesOf(path), files: 1, more: false }
  let bytes = 0
  let files = 0
  const folders = [path]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        const below = join(next, entry.name)
        if (entry.isDirectory()) folders.push(below)
        else {
          files += 1
          bytes += await bytesOf(below)
        }
        if (files >= LOOK_LIMIT) return { bytes, files, more: true }
      }
    } catch {
      // A folder of another user, such as the database's, is unreadable: its content is not counted.
      return { bytes, files, more: true }
    }
  }
  return { bytes, files, more: false }
}

async function bytesOf(path: string): Promise<number> {
  return (await lstat(path).catch(() => undefined))?.size ?? 0
}
