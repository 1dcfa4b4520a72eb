import type { Clock } from '@countersign/agent'
import { mkdir, readdir, readFile, realpath, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { PathState, sameState } from '../checkpoints/change.ts'
import { stateAt, stateIn } from '../checkpoints/path-state.ts'
import { writeWhole } from '../disk/write-whole.ts'
import { anchorFolder } from '../workspace/anchored-folder.ts'
import { hashOf } from '../platform/files/content-files.ts'
import { readIn } from '../workspace/content.ts'
import { errorCode } from '../disk/error-code.ts'
import type { KnownPlace, LaterChanges } from './known.ts'
import { moveAway, putState, removeEmpty } from './put.ts'

const HeldBack = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Commands that ran, as judged. */
  commands: z.array(z.string()),
  at: z.number(),
  changes: z.array(z.object({ path: z.string(), before: PathState, after: PathState })),
  /** Folders that could not be inspected. */
  unseen: z.array(z.string()),
})
/** Files that commands made and that run automatically later, removed from a workspace until a person answers. */
export type HeldBack = z.infer<typeof HeldBack>

/**
 * Where unapproved files that run automatically later wait. In the data folder: `pending` and `answered` have the findings, `contents` the
 * bytes, separately for each finding.
 */
export interface Quarantine {
  /** Removes changes from a workspace: their bytes are on disk before anything is changed. */
  hold(
    facts: { readonly workspace: string; readonly commands: readonly string[] },
    found: LaterChanges,
    folders: { readonly before: KnownPlace['folders']; readonly after: KnownPlace['folders'] },
  ): Promise<void>
  /** Findings that wait for an answer in a workspace, above it or below it. */
  pending(workspace: string): Promise<readonly HeldBack[]>
  content(id: string, hash: string): Promise<Buffer | undefined>
  /** Restores exactly what was held back. Returns the paths where something else is by now. */
  keep(held: HeldBack): Promise<readonly string[]>
  leave(held: HeldBack): Promise<void>
  /** Removes entries that were answered long ago. Waiting ones are kept indefinitely. */
  prune(): Promise<void>
}

/** Milliseconds for which answered entries can still be viewed. */
const KEEP_FOR = 30 * 24 * 60 * 60_000

export function openQuarantine(
  folder: string,
  parts: { readonly clock: Clock; newName(): string; content(hash: string): Promise<Buffer | undefined> },
): Quarantine {
  const pending = join(folder, 'pending')
  const answered = join(folder, 'answered')
  const contentsOf = (id: string) => join(folder, 'contents', id)
  const content = (id: string, hash: string) => contentIn(contentsOf(id), hash)

  async function settle(id: string): Promise<void> {
    await mkdir(answered, { recursive: true, mode: 0o700 })
    try {
      const now = parts.clock.now() / 1000
      await utimes(join(pending, `${id}.json`), now, now)
      await rename(join(pending, `${id}.json`), join(answered, `${id}.json`))
    } catch (cause) {
      // Another process settled it.
      if (errorCode(cause) !== 'ENOENT') throw cause
    }
  }

  return {
    content,
    async hold({ workspace, commands }, found, folders) {
      const id = parts.newName()
      const contents = contentsOf(id)
      await mkdir(pending, { recursive: true, mode: 0o700 })
      await mkdir(contents, { recursive: true, mode: 0o700 })
      const changes = await keepContents(found, contents, (hash) => parts.content(hash))
      const note: HeldBack = {
        id,
        workspace,
        commands: [...commands],
        at: parts.clock.now(),
        changes,
        unseen: [...found.unseen],
      }
      await writeWhole(join(pending, `${id}.json`), Buffer.from(JSON.stringify(note)))
      await takeOut(changes, contents, folders)
    },
    async pending(workspace) {
      const found: HeldBack[] = []
      for (const name of await namesIn(pending)) {
        const text = await readIfThere(join(pending, name))
        if (text === undefined || !name.endsWith('.json')) continue
        const held = HeldBack.parse(JSON.parse(text.toString('utf8')))
        if (meets(held.workspace, workspace)) found.push(held)
      }
      return found.toSorted((a, b) => a.at - b.at)
    },
    async keep(held) {
      const taken: string[] = []
      for (const { path, before, after } of held.changes) {
        const now = await stateAt(path)
        if (sameState(now, after)) continue
        const free = sameState(now, before) || (before.kind === 'other' && now.kind === 'absent')
        if (!free || !(await putState(path, after, (hash) => content(held.id, hash)))) taken.push(path)
      }
      await settle(held.id)
      return taken
    },
    leave: ({ id }) => settle(id),
    async prune() {
      for (const name of await namesIn(answered)) {
        const { mtimeMs } = await stat(join(answered, name))
        if (parts.clock.now() - mtimeMs <= KEEP_FOR) continue
        await rm(contentsOf(name.replace(/\.json$/, '')), { recursive: true, force: true })
        await rm(join(answered, name), { force: true })
      }
    },
  }
}

const ABSENT: PathState = { kind: 'absent' }
const NOTHING = Promise.resolve(undefined)

function contentIn(contents: string, hash: string): Promise<Buffer | undefined> {
  return readIfThere(join(contents, hash))
}

/** Changes with the bytes of both sides stored in a folder: the old ones as far as they are known. */
async function keepContents(
  found: LaterChanges,
  contents: string,
  known: (hash: string) => Promise<Buffer | undefined>,
): Promise<HeldBack['changes']> {
  const changes: HeldBack['changes'] = []
  for (const change of found.changes) {
    if (change.before.kind === 'file') {
      const bytes = await known(change.before.hash)
      if (bytes !== undefined) await writeWhole(join(contents, change.before.hash), bytes)
    }
    changes.push({ ...change, after: await keepContent(change.path, contents) })
  }
  return changes
}

/** Restores the previous state. */
async function takeOut(
  changes: HeldBack['changes'],
  contents: string,
  folders: Parameters<Quarantine['hold']>[2],
): Promise<void> {
  for (const [index, { path, before, after }] of changes.entries()) {
    // A path that became a folder is handled through its entries.
    if (after.kind === 'folder') continue
    if (after.kind === 'other') await moveAway(path, await realpath(contents), String(index))
    // Its old state is not available, so it is removed.
    if (!(await putState(path, before, (hash) => contentIn(contents, hash))))
      await putState(path, ABSENT, () => NOTHING)
    if (before.kind === 'absent') await removeNewFolders(dirname(path), folders)
  }
}

/** The current state of a path, with its bytes stored. */
async function keepContent(path: string, folder: string): Promise<PathState> {
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return { kind: 'absent' }
  try {
    const found = await readIn(parent.folder, basename(path))
    if (found.kind !== 'file') return await stateIn(parent.folder, basename(path))
    await writeWhole(join(folder, hashOf(found.bytes)), found.bytes)
    return { kind: 'file', hash: found.hash, mode: found.mode }
  } finally {
    await parent.folder.close()
  }
}

async function removeNewFolders(
  folder: string,
  { before, after }: { readonly before: KnownPlace['folders']; readonly after: KnownPlace['folders'] },
): Promise<void> {
  for (let at = folder; after.has(at) && !before.has(at); at = dirname(at))
    if (!(await removeEmpty(at))) return
}

function meets(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return []
    throw cause
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}
