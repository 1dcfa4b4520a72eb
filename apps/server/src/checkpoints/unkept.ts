import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMadeAgain } from './made-again.ts'

/** Why undo cannot restore something. */
export type Why = 'ignored' | 'history' | 'large' | 'mounted' | 'outside' | 'unseen'

const WORDS: Readonly<Record<Why, string>> = {
  ignored: 'ignored by git',
  history: 'version control data',
  large: 'too large, or too much to keep',
  mounted: 'on another mount',
  outside: 'outside the workspace',
  unseen: 'too many to check',
}

/** Something that was removed or changed and that undo cannot restore. */
export interface Lost {
  readonly path: string
  readonly why: Why
}

/** Maximum number of paths in a sentence. */
const NAMED = 10

/** A sentence for the result of a command; undefined: nothing is lost. */
export function lostSentence(lost: readonly Lost[]): string | undefined {
  if (lost.length === 0) return undefined
  const named = lost.slice(0, NAMED).map(({ path, why }) => `${path} (${WORDS[why]})`)
  const more = lost.length > NAMED ? `, and ${lost.length - NAMED} more` : ''
  return `Undo does not bring back: ${named.join(', ')}${more}`
}

/** Version-control data: it is not stored, and often exists nowhere else. */
const HISTORY = new Set(['.git', '.hg', '.svn'])

/** Folders with generated content: never searched, whatever `.gitignore` says. */
const MADE_BY_OTHERS = new Set(['node_modules', '.venv', '__pycache__'])

/** What happens to a file of a workspace when it is removed: checkpoints have it, tools regenerate it, or it is lost. */
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

/** Fingerprints of files that are not stored, by path: enough to detect a removal or a change. */
export type Stamps = ReadonlyMap<string, { readonly stamp: string; readonly why: Why }>

/** Maximum number of such files that are read. */
const MOST = 5000

/** Reads fingerprints of files that are not stored, including the content of such folders, up to a limit. */
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
  // A repository changes with every command of version control; only its existence matters.
  if (stamp !== FOLDER || why === 'history') return
  const alone = stamps.size
  for (const entry of await entriesAt(path)) {
    const kind = entry.isDirectory() ? 'folder' : 'file'
    if (!isMadeAgain(entry.name, kind)) await stampAt(join(path, entry.name), why, stamps)
  }
  // It contained only generated files.
  if (stamps.size === alone) stamps.delete(path)
}

/** Folders are equal whatever their content. */
const FOLDER = 'folder'

/** Changes with the file and its content; undefined: nothing is there, or it is unreadable. */
export async function stampOf(path: string): Promise<string | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined)
  if (found === undefined) return undefined
  const { dev, ino, size, mtimeNs } = found
  return found.isDirectory() ? FOLDER : `${dev} ${ino} ${size} ${mtimeNs}`
}

/** An unreadable folder only shortens the sentence: it is not a reason to store nothing. */
function entriesAt(path: string): Promise<readonly Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => [])
}

/** Everything that was removed or changed. For a removed folder only the folder itself is reported. */
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
