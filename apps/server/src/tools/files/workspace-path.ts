import type { PathSubject, Place } from '@countersign/policy'
import { realpath } from 'node:fs/promises'
import { dirname, basename, join, resolve } from 'node:path'

/** A path as a model wrote it, and where it leads: symlinks followed as far as the path exists. */
export async function subjectOf(
  asked: string,
  place: Place,
): Promise<PathSubject & { readonly resolved: string }> {
  return { asked, resolved: await follow(lexical(asked, place)) }
}

/** The text as an absolute path: `~` is the home, relative texts start at the working directory. */
function lexical(asked: string, place: Place): string {
  if (asked === '~') return place.home
  if (asked.startsWith('~/')) return resolve(place.home, asked.slice(2))
  return resolve(place.cwd, asked)
}

/** The real path; what does not exist yet hangs below the real path of what does. */
async function follow(path: string): Promise<string> {
  const missing: string[] = []
  let existing = path
  for (;;) {
    try {
      return join(await realpath(existing), ...missing)
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
      const parent = dirname(existing)
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === existing) return path
      missing.unshift(basename(existing))
      existing = parent
    }
  }
}

/** The path from the workspace root for people, or the absolute one outside of it. */
export function shown(path: string, place: Place): string {
  const root = place.workspace.endsWith('/') ? place.workspace : `${place.workspace}/`
  return path === place.workspace ? '.' : path.startsWith(root) ? path.slice(root.length) : path
}

export function isInside(path: string, place: Place): boolean {
  return (
    path === place.workspace ||
    path.startsWith(place.workspace.endsWith('/') ? place.workspace : `${place.workspace}/`)
  )
}
