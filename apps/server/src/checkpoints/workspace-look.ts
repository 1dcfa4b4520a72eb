import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { anchorFolder, type AnchoredFolder } from '../workspace/anchored-folder.ts'
import { errorCode } from '../disk/error-code.ts'
import { ignoredBelow, type Ignored } from '../workspace/ignored.ts'
import { entriesOf } from '../workspace/tree.ts'
import { keepingOf, type Why } from './unkept.ts'

/** An entry of a workspace, without its content. */
export interface Seen {
  readonly kind: 'file' | 'folder' | 'link'
  readonly bytes: number
  /** Changes with the content, the permissions and the file itself. */
  readonly stamp: string
  /** Last change of any kind, in milliseconds. */
  readonly changed: number
}

export interface LookedAround {
  /** By absolute path. */
  readonly found: ReadonlyMap<string, Seen>
  /** Ignored entries that were skipped: files, and folders with all their content. */
  readonly ignored: ReadonlySet<string>
  /** Skipped entries that cannot be regenerated, and why. */
  readonly unkept: ReadonlyMap<string, Why>
}

/** Lists all entries of a workspace that are not ignored, without following links or mounts. Undefined: there are more than `most`. */
export async function lookAround(workspace: string, most: number): Promise<LookedAround | undefined> {
  const found = new Map<string, Seen>()
  const ignored = new Set<string>()
  const unkept = new Map<string, Why>()
  const anchored = await anchorFolder(workspace)
  if (!anchored.ok) return { found, ignored, unkept }
  const { folder } = anchored
  try {
    const around = { most, mount: await folder.mount(), found, ignored, unkept }
    const rules = await ignoredBelow(workspace, workspace)
    return (await lookIn(folder, workspace, rules, around)) ? { found, ignored, unkept } : undefined
  } finally {
    await folder.close()
  }
}

interface Around {
  readonly most: number
  readonly mount: string | undefined
  readonly found: Map<string, Seen>
  readonly ignored: Set<string>
  readonly unkept: Map<string, Why>
}

/** False: there are too many. */
async function lookIn(
  folder: AnchoredFolder,
  path: string,
  rules: Ignored,
  around: Around,
): Promise<boolean> {
  const entries = (await entriesOf(folder)).filter((entry) => {
    const at = join(path, entry.name)
    const kind = entry.isDirectory() ? 'folder' : 'file'
    const isIgnored = rules.has(at, kind)
    const keeping = keepingOf(entry.name, kind, isIgnored)
    if (isIgnored) around.ignored.add(at)
    if (keeping === 'ignored' || keeping === 'history') around.unkept.set(at, keeping)
    return keeping === 'kept'
  })
  if (around.found.size + around.ignored.size + entries.length > around.most) return false
  // The whole folder at once, while it is open.
  const seen = await Promise.all(entries.map((entry) => seenAt(folder.at(entry.name))))
  for (const [index, entry] of entries.entries()) {
    const one = seen[index]
    if (!one) continue
    const at = join(path, entry.name)
    around.found.set(at, one)
    if (one.kind !== 'folder') continue
    const child = await folder.child(entry.name)
    if (!child) continue
    try {
      if ((await child.mount()) !== around.mount) {
        around.unkept.set(at, 'mounted')
        continue
      }
      if (!(await lookIn(child, at, await rules.below(at), around))) return false
    } finally {
      await child.close()
    }
  }
  return true
}

/** Undefined: it is gone, or is neither a file, a folder nor a link. */
async function seenAt(path: string): Promise<Seen | undefined> {
  try {
    const found = await lstat(path, { bigint: true })
    const kind = found.isFile()
      ? 'file'
      : found.isDirectory()
        ? 'folder'
        : found.isSymbolicLink()
          ? 'link'
          : undefined
    if (kind === undefined) return undefined
    const { dev, ino, size, mode, mtimeNs, ctimeNs } = found
    return {
      kind,
      bytes: Number(size),
      // A folder's times change with its content, which is compared separately.
      stamp: kind === 'folder' ? 'folder' : `${kind} ${dev} ${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}`,
      changed: Number(found.ctimeMs),
    }
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}
