import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, readlink, rmdir, symlink, unlink } from 'node:fs/promises'
import { anchorFolder, type AnchoredFolder } from './anchored-folder.ts'

/** Maximum number of entries that are read to describe a folder. */
const FACTS_LIMIT = 10_000

/** The content at and below a name, for a card and for detecting changes. */
export interface TreeFacts {
  readonly files: number
  readonly bytes: number
  /** Of names, sizes and times: contents are not read. */
  readonly hash: string
  /** There is more than was counted. */
  readonly cut: boolean
  /** The counted files, relative to the folder. */
  readonly paths: readonly string[]
}

/** Describes a folder given by a path without links. */
export async function folderFacts(path: string): Promise<TreeFacts> {
  const anchored = await anchorFolder(path)
  if (!anchored.ok) return { files: 0, bytes: 0, hash: 'gone', cut: false, paths: [] }
  const tally: Tally = { files: 0, bytes: 0, seen: 0, hash: createHash('sha256'), paths: [] }
  try {
    await count(anchored.folder, '', tally)
  } finally {
    await anchored.folder.close()
  }
  const { files, bytes, seen, hash, paths } = tally
  return { files, bytes, hash: hash.digest('hex'), cut: seen >= FACTS_LIMIT, paths }
}

interface Tally {
  files: number
  bytes: number
  seen: number
  readonly hash: ReturnType<typeof createHash>
  readonly paths: string[]
}

async function count(folder: AnchoredFolder, below: string, tally: Tally): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (tally.seen >= FACTS_LIMIT) return
    tally.seen += 1
    const path = `${below}/${entry.name}`
    if (entry.isDirectory()) {
      tally.hash.update(`${path}/\0`)
      await within(folder, entry.name, (child) => count(child, path, tally))
      continue
    }
    const found = await lstat(folder.at(entry.name)).catch(() => undefined)
    tally.files += 1
    tally.paths.push(path.slice(1))
    tally.bytes += found?.size ?? 0
    tally.hash.update(`${path}\0${found?.size}\0${found?.mtimeMs}\0`)
  }
}

/** Copies an entry, with permissions and links, into a folder where the new name is free. */
export async function copyTree(
  from: AnchoredFolder,
  name: string,
  to: AnchoredFolder,
  newName: string,
): Promise<void> {
  const found = await lstat(from.at(name))
  const mode = found.mode & 0o7777
  if (found.isSymbolicLink()) await symlink(await readlink(from.at(name)), to.at(newName))
  else if (found.isFile()) await copyFile(from.at(name), to.at(newName), mode)
  else if (found.isDirectory()) {
    await mkdir(to.at(newName), { mode: 0o700 })
    await within(from, name, (source) =>
      within(to, newName, async (target) => {
        for (const entry of await entriesOf(source)) await copyTree(source, entry.name, target, entry.name)
      }),
    )
    await chmod(to.at(newName), mode)
  } else throw new Error(`\`${name}\` is neither a file, a folder nor a link and cannot be copied`)
}

async function copyFile(from: string, to: string, mode: number): Promise<void> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const target = await open(
      to,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    )
    try {
      const block = Buffer.alloc(1 << 20)
      for (;;) {
        const { bytesRead } = await source.read(block, 0, block.length)
        if (bytesRead === 0) break
        await target.writeFile(block.subarray(0, bytesRead))
      }
      await target.chmod(mode)
      await target.sync()
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Removes an entry for good. Follows no link. */
export async function removeTree(folder: AnchoredFolder, name: string): Promise<void> {
  const inside = await folder.child(name)
  if (!inside) return unlink(folder.at(name))
  try {
    for (const entry of await entriesOf(inside)) await removeTree(inside, entry.name)
  } finally {
    await inside.close()
  }
  await rmdir(folder.at(name))
}

/** The entries of an open folder, in order of their names. */
export async function entriesOf(folder: AnchoredFolder): Promise<readonly Dirent[]> {
  const entries = await readdir(folder.at('.'), { withFileTypes: true })
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

async function within(
  folder: AnchoredFolder,
  name: string,
  work: (child: AnchoredFolder) => Promise<void>,
): Promise<void> {
  const child = await folder.child(name)
  if (!child) return
  try {
    await work(child)
  } finally {
    await child.close()
  }
}
