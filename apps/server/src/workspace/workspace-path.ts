import type { PathSubject, Place } from '@countersign/policy'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { anchorFolder } from './anchored-folder.ts'
import { entryAt, mountAt } from './entry.ts'
import { errorCode } from '../disk/error-code.ts'

/** A path of a call with its target. */
export type ResolvedSubject = PathSubject & { readonly resolved: string }

/**
 * A path that a model wrote, and its target: symlinks are resolved as far as the path exists. `last: 'itself'` does not resolve a final
 * link: a deletion or rename affects the link, not its target.
 */
export async function subjectOf(
  asked: string,
  place: Place,
  options: { readonly last?: 'followed' | 'itself' } = {},
): Promise<ResolvedSubject> {
  const path = lexical(asked, place)
  const resolved =
    options.last === 'itself' && dirname(path) !== path
      ? join(await follow(dirname(path)), basename(path))
      : await follow(path)
  const elsewhere = isInside(resolved, place) ? await foundElsewhere(resolved, place) : undefined
  return { asked, resolved, ...(elsewhere === undefined ? {} : { elsewhere }) }
}

/** The text as an absolute path: `~` is the home, relative texts start at the working directory. */
function lexical(asked: string, place: Place): string {
  if (asked === '~') return place.home
  if (asked.startsWith('~/')) return resolve(place.home, asked.slice(2))
  return resolve(place.cwd, asked)
}

/** The real path; the missing part is appended to the real path of the existing part. */
async function follow(path: string): Promise<string> {
  const missing: string[] = []
  let existing = path
  for (;;) {
    try {
      return join(await realpath(existing), ...missing)
    } catch (cause) {
      const code = errorCode(cause)
      const parent = dirname(existing)
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === existing) return path
      missing.unshift(basename(existing))
      existing = parent
    }
  }
}

/** Whether it is on another mount than the workspace, or a file with further hard links. */
async function foundElsewhere(path: string, place: Place): Promise<PathSubject['elsewhere']> {
  if (path === place.workspace) return undefined
  const entry = await lookAt(path)
  if (entry?.kind === 'file' && entry.links > 1) return 'linked'
  const home = await mountAt(place.workspace)
  const mount = entry?.mount ?? (await deepestMount(dirname(path), place))
  return home !== undefined && mount !== undefined && mount !== home ? 'mounted' : undefined
}

async function lookAt(path: string) {
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return undefined
  try {
    return await entryAt(parent.folder, basename(path))
  } finally {
    await parent.folder.close()
  }
}

async function deepestMount(folder: string, place: Place): Promise<string | undefined> {
  for (let path = folder; isInside(path, place); path = dirname(path)) {
    const mount = await mountAt(path)
    if (mount !== undefined || dirname(path) === path) return mount
  }
  return undefined
}

/** The path relative to the workspace root for people, or the absolute one outside of it. */
export function shown(path: string, place: Place): string {
  return path === place.workspace ? '.' : isInside(path, place) ? path.slice(rootOf(place).length) : path
}

export function isInside(path: string, place: Place): boolean {
  return path === place.workspace || path.startsWith(rootOf(place))
}

function rootOf(place: Place): string {
  return place.workspace.endsWith('/') ? place.workspace : `${place.workspace}/`
}
