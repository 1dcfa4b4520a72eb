import type { Specifier, Decision, Place } from '@countersign/policy'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { anchorFolder, type AnchoredFolder } from '../../workspace/anchored-folder.ts'
import { ignoredBelow, type Ignored } from '../../workspace/ignored.ts'
import { isWithheld } from '../../rules/reading.ts'
import { entriesOf } from '../../workspace/tree.ts'
import { shown } from '../../workspace/workspace-path.ts'

export interface Walked {
  /** Absolute. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly folder: AnchoredFolder
  readonly name: string
}

export interface WalkOptions {
  readonly place: Place
  /** How many folders deep; 1: only what is in the folder itself. */
  readonly depth: number
  /** Also include files that `.gitignore` excludes. */
  readonly ignored: boolean
  readonly judge: (specifier: Specifier) => Decision
  readonly signal: AbortSignal
  /** Returns whether to continue. */
  visit(found: Walked): boolean | Promise<boolean>
}

/** Skipped entries, and why. */
export interface WalkNotes {
  ignored: number
  /** By a rule that denies or asks about reading it. */
  kept: number
  /** The walk was ended by `visit`. */
  cut: boolean
}

/** Entries after which other work gets a turn: a stop takes effect, and a large folder blocks nobody. */
const AT_ONCE = 100

/**
 * Walks a folder in order of names, without following links or mounts. Files that a rule withholds are not shown either. Undefined: it is
 * not a folder.
 */
export async function walk(path: string, options: WalkOptions): Promise<WalkNotes | undefined> {
  const anchored = await anchorFolder(path)
  if (!anchored.ok) return undefined
  const notes: WalkNotes = { ignored: 0, kept: 0, cut: false }
  try {
    const ignored = await ignoredBelow(options.place.workspace, path)
    const mount = await anchored.folder.mount()
    await walkIn(anchored.folder, path, { options, notes, ignored, mount, depth: options.depth })
    return notes
  } finally {
    await anchored.folder.close()
  }
}

interface Level {
  readonly options: WalkOptions
  readonly notes: WalkNotes
  readonly ignored: Ignored
  readonly mount: string | undefined
  readonly depth: number
}

async function walkIn(folder: AnchoredFolder, path: string, level: Level): Promise<void> {
  const { options, notes, ignored, mount } = level
  for (const [index, entry] of (await entriesOf(folder)).entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate()
    if (notes.cut || options.signal.aborted) return
    const found = join(path, entry.name)
    const kind = kindOf(entry)
    if (!options.ignored && ignored.has(found, kind === 'folder' ? 'folder' : 'file')) {
      if (entry.name !== '.git') notes.ignored += 1
      continue
    }
    if (isKept(found, options)) {
      notes.kept += 1
      continue
    }
    if (!(await options.visit({ path: found, kind, folder, name: entry.name }))) {
      notes.cut = true
      return
    }
    if (kind === 'folder' && level.depth > 1) {
      const child = await folder.child(entry.name)
      if (!child) continue
      try {
        if ((await child.mount()) !== mount) continue
        await walkIn(child, found, { ...level, ignored: await ignored.below(found), depth: level.depth - 1 })
      } finally {
        await child.close()
      }
    }
  }
}

/** Whether this file stays hidden although the call was allowed. */
export function isKept(path: string, { place, judge }: Pick<WalkOptions, 'place' | 'judge'>): boolean {
  return isWithheld(judge({ kind: 'path', paths: [{ asked: shown(path, place), resolved: path }] }))
}

function kindOf(entry: {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}): Walked['kind'] {
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return 'file'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
