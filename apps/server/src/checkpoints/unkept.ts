import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMadeAgain } from './made-again.ts'

/** Why undo does not bring something back. */
export type Why = 'ignored' | 'history' | 'large' | 'mounted' | 'outside' | 'unseen'

const WORDS: Readonly<Record<Why, string>> = {
  ignored: 'ignored by git',
  history: 'version control data',
  large: 'too large, or too much to keep',
  mounted: 'on another mount',
  outside: 'outside the workspace',
  unseen: 'too many to check',
}

/** Something that is gone or other than it was, and that undo does not bring back. */
export interface Lost {
  readonly path: string
  readonly why: Why
}

/** Most paths that a sentence names. */
const NAMED = 10

/** A sentence for the result of a command; undefined: nothing is lost. */
export function lostSentence(lost: readonly Lost[]): string | undefined {
  if (lost.length === 0) return undefined
  const named = lost.slice(0, NAMED).map(({ path, why }) => `${path} (${WORDS[why]})`)
  const more = lost.length > NAMED ? `, and ${lost.length - NAMED} more` : ''
  return `Undo does not bring back: ${named.join(', ')}${more}`
}

/** Data of version control: it is not kept, and what is in it is often nowhere else. */
const HISTORY = new Set(['.git', '.hg', '.svn'])

/** Folders that hold what others made and can make again: never looked into, whatever `.gitignore` says. */
const MADE_BY_OTHERS = new Set(['node_modules', '.venv', '__pycache__'])

/** What becomes of one thing in a workspace: checkpoints keep it, it is made again, or it is lost when it goes. */
export function keepingOf(
  name: string,
  kind: 'file' | 'folder',
  isIgnored: boolean,
): 'kept' | 'again' | 'ignored' | 'history' {
  if (HISTORY.has(name)) return 'history'
  if (MADE_BY_OTHERS.has(name)) return 'again'
  if (!isIgnored) return 'kept'
  return isMadeAgain(name, kind) ? 'again' : 'ignored'
}

/** How things that are not kept looked, by their paths: enough to see that one is gone or has changed. */
export type Stamps = ReadonlyMap<string, { readonly stamp: string; readonly why: Why }>

/** Most of them that are looked at. */
const MOST = 5000

/** Looks at things that are not kept, and at what is in such folders, as far as there is not too much. */
export async function stampsOf(places: ReadonlyMap<string, Why>): Promise<Stamps> {
  const stamps = new Map<string, { readonly stamp: string; readonly why: Why }>()
  for (const [path, why] of places) await stampAt(path, why, stamps)
  return stamps
}

async function stampAt(
  path: string,
  why: Why,
  stamps: Map<string, { readonly stamp: string; readonly why: Why }>,
): Promise<void> {
  if (stamps.size >= MOST) return
  const stamp = await stampOf(path)
  if (stamp === undefined) return
  stamps.set(path, { stamp, why })
  // A repository changes with every command of version control; only that it is there counts.
  if (stamp !== FOLDER || why === 'history') return
  const alone = stamps.size
  for (const entry of await entriesAt(path)) {
    const kind = entry.isDirectory() ? 'folder' : 'file'
    if (!isMadeAgain(entry.name, kind)) await stampAt(join(path, entry.name), why, stamps)
  }
  // Nothing was in it but what is made again.
  if (stamps.size === alone) stamps.delete(path)
}

/** Folders are the same whatever is in them. */
const FOLDER = 'folder'

/** Changes with the thing and its content; undefined: nothing is there, or nobody may look. */
export async function stampOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined)
  if (found === undefined) return undefined
  const { dev, ino, size, mtimeNs } = found
  return found.isDirectory() ? FOLDER : `${dev} ${ino} ${size} ${mtimeNs}`
}

/** A folder that cannot be looked at only makes the sentence shorter: it is no reason to keep nothing. */
function entriesAt(path: string): Promise<readonly Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => [])
}

/** What is gone or other than it was. Of a folder that is gone only the folder itself is told. */
export async function lostSince(before: Stamps): Promise<readonly Lost[]> {
  const lost: Lost[] = []
  let gone: string | undefined
  for (const [path, { stamp, why }] of before) {
    if (gone !== undefined && path.startsWith(`${gone}/`)) continue
    const now = await stampOf(path)
    if (now === stamp) continue
    lost.push({ path, why })
    if (stamp === FOLDER) gone = path
  }
  return lost
}
