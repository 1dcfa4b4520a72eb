import type { Clock } from '@countersign/agent'
import { basename, dirname } from 'node:path'
import { anchorFolder, type AnchoredFolder } from '../workspace/anchored-folder.ts'
import { FILE_LIMIT, readIn } from '../workspace/content.ts'
import { sameState, type Change, type PathState } from './change.ts'
import type { Checkpoints } from './checkpoints.ts'
import { stateIn } from './path-state.ts'
import { lostSince, stampsOf, type Lost } from './unkept.ts'
import { lookAround, type LookedAround } from './workspace-look.ts'

/** A workspace as it was before a command that may change anything in it. */
export type Snapshot =
  | {
      readonly kind: 'kept'
      /** What is other than it was, in an order in which it can be taken back from its end. */
      changes(): Promise<readonly Change[]>
      /** What is not kept, and is gone or other than it was. Paths are absolute. */
      lost(): Promise<readonly Lost[]>
    }
  /** Nothing of it is kept; why, for people. */
  | { readonly kind: 'none'; readonly why: string }

/**
 * Snapshots of workspaces for commands, of which nobody knows beforehand what they change. Contents go into the checkpoints under their
 * hash; what did not change since the last snapshot is known by its times and is not read again. The workspace's own repository is not
 * touched, and no program is started.
 */
export interface WorkspaceSnapshots {
  take(workspace: string): Promise<Snapshot>
  /** What a snapshot does not keep although it is not ignored, because it is too large or too much. `'all'`: it keeps nothing. */
  beyond(workspace: string): Promise<ReadonlySet<string> | 'all'>
}

/** Most things in a workspace that is kept, and most bytes of contents; what is beyond the bytes is known, but not kept. */
const THINGS = 50_000
const BYTES = 256_000_000
/** Milliseconds that are spent on reading before a command. */
const TIME = 5000
/** Workspaces that are remembered. */
const REMEMBERED = 8
/** Milliseconds within which two changes of a file may carry the same time. */
const SAME_TIME = 2000
/** Milliseconds after which a content is looked after again: what nobody needs for long is thrown away. */
const LOOK_AFTER = 24 * 60 * 60_000
/** How many folders are read at once. */
const AT_ONCE = 8

interface Known {
  readonly stamp: string
  readonly state: PathState
  readonly at: number
}

export function workspaceSnapshots(
  checkpoints: Pick<Checkpoints, 'hold'>,
  clock: Clock,
  limits: { readonly things?: number; readonly bytes?: number; readonly time?: number } = {},
): WorkspaceSnapshots {
  const { things = THINGS, bytes = BYTES, time = TIME } = limits
  const workspaces = new Map<string, ReadonlyMap<string, Known>>()
  const overfull = new Set<string>()
  const firstLooks = new Map<string, ReturnType<WorkspaceSnapshots['beyond']>>()

  function remember(workspace: string, known: ReadonlyMap<string, Known>): void {
    workspaces.delete(workspace)
    workspaces.set(workspace, known)
    const [oldest] = workspaces.keys()
    if (workspaces.size > REMEMBERED && oldest !== undefined) workspaces.delete(oldest)
  }

  return {
    async take(workspace) {
      const start = clock.now()
      firstLooks.delete(workspace)
      const looked = await lookAround(workspace, things)
      if (!looked) {
        overfull.add(workspace)
        return { kind: 'none', why: `the folder has more than ${things} files` }
      }
      overfull.delete(workspace)
      const last = workspaces.get(workspace)
      const now = new Map<string, Known>()
      const unread: string[] = []
      let rest = bytes
      for (const [path, seen] of looked.found) {
        rest -= seen.kind === 'file' ? seen.bytes : 0
        const known = last?.get(path)
        if (seen.kind === 'folder')
          now.set(path, { stamp: seen.stamp, state: { kind: 'folder', mode: 0 }, at: start })
        else if (seen.kind === 'file' && rest < 0)
          now.set(path, { stamp: '', state: { kind: 'other' }, at: start })
        else if (known?.stamp === seen.stamp && start - known.at < LOOK_AFTER) now.set(path, known)
        else unread.push(path)
      }
      // What there is no time for is known, but not kept; the next snapshot goes on with it.
      for (const path of unread) now.set(path, { stamp: '', state: { kind: 'other' }, at: start })
      const inTime = () => clock.now() - start < time
      for (const [path, state] of await readAll(checkpoints, unread, inTime)) {
        const seen = looked.found.get(path)
        // Changed just now: it may change again within the same tick, and its times would not tell.
        const stamp = seen === undefined || start - seen.changed < SAME_TIME ? '' : seen.stamp
        now.set(path, { stamp, state, at: start })
      }
      remember(workspace, now)
      const stamps = await stampsOf(looked.unkept)
      return {
        kind: 'kept',
        changes: () => changesSince(checkpoints, workspace, { looked, known: now, things }),
        lost: () => lostSince(stamps),
      }
    },
    async beyond(workspace) {
      if (overfull.has(workspace)) return 'all'
      const last = workspaces.get(workspace)
      if (last)
        return new Set([...last].flatMap(([path, { state }]) => (state.kind === 'other' ? [path] : [])))
      // Nothing ran here yet: one look tells what the first snapshot will have room for.
      const guessed =
        firstLooks.get(workspace) ?? lookAround(workspace, things).then((looked) => tooMuch(looked, bytes))
      firstLooks.set(workspace, guessed)
      return guessed
    },
  }
}

function tooMuch(looked: LookedAround | undefined, bytes: number): ReadonlySet<string> | 'all' {
  if (!looked) return 'all'
  const beyond = new Set<string>()
  let rest = bytes
  for (const [path, seen] of looked.found) {
    if (seen.kind !== 'file') continue
    rest -= seen.bytes
    if (rest < 0 || seen.bytes > FILE_LIMIT) beyond.add(path)
  }
  return beyond
}

/** What is at each path, with contents kept: folder by folder, in folders that are held, so that a link in their place leads nowhere. */
async function readAll(
  checkpoints: Pick<Checkpoints, 'hold'>,
  paths: readonly string[],
  inTime: () => boolean,
): Promise<ReadonlyMap<string, PathState>> {
  const states = new Map<string, PathState>()
  const folders = [...Map.groupBy(paths, (path) => dirname(path))]
  const work = async () => {
    for (let next = folders.pop(); next; next = folders.pop()) {
      const [folder, members] = next
      const anchored = await anchorFolder(folder)
      if (!anchored.ok) continue
      try {
        for (const path of members)
          if (inTime()) states.set(path, await held(checkpoints, anchored.folder, basename(path)))
      } finally {
        await anchored.folder.close()
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return states
}

async function held(
  checkpoints: Pick<Checkpoints, 'hold'>,
  folder: AnchoredFolder,
  name: string,
): Promise<PathState> {
  const content = await readIn(folder, name)
  if (content.kind !== 'file') return stateIn(folder, name)
  await checkpoints.hold(content.hash, content.bytes)
  return { kind: 'file', hash: content.hash, mode: content.mode }
}

async function heldAt(checkpoints: Pick<Checkpoints, 'hold'>, path: string): Promise<PathState> {
  const parent = await anchorFolder(dirname(path))
  if (!parent.ok) return { kind: 'absent' }
  try {
    return await held(checkpoints, parent.folder, basename(path))
  } finally {
    await parent.folder.close()
  }
}

interface Before {
  readonly looked: LookedAround
  readonly known: ReadonlyMap<string, Known>
  readonly things: number
}

async function changesSince(
  checkpoints: Pick<Checkpoints, 'hold'>,
  workspace: string,
  before: Before,
): Promise<readonly Change[]> {
  const looked = await lookAround(workspace, before.things * 2)
  const changes: Extract<Change, { kind: 'set' }>[] = []
  const note = async (path: string, state: PathState) => {
    // What it left is kept too: people read later which lines were the command's.
    const after = await heldAt(checkpoints, path)
    // Too large to be compared, then and now: its times say that it is another.
    const other = state.kind === 'other' && after.kind === 'other'
    if (other || !sameState(state, after)) changes.push({ kind: 'set', path, before: state, after })
  }
  for (const [path, { state }] of before.known) {
    const now = looked?.found.get(path)
    if (now === undefined || now.stamp !== before.looked.found.get(path)?.stamp) await note(path, state)
  }
  for (const path of looked?.found.keys() ?? []) {
    // What was passed over before and is not ignored now may have been there all the time: it is not taken for new.
    if (!before.known.has(path) && !isWithin(path, before.looked.ignored))
      await note(path, { kind: 'absent' })
  }
  return inOrder(changes)
}

/**
 * Taken back from the end: first what came goes, the deepest folder first; then folders that went come back, the outermost first; then
 * what was in them.
 */
function inOrder(changes: readonly Extract<Change, { kind: 'set' }>[]): readonly Change[] {
  const byPath = changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const came = byPath.filter(({ before }) => before.kind === 'absent')
  const went = byPath.filter(({ before }) => before.kind !== 'absent')
  return [
    ...went.filter(({ before }) => before.kind !== 'folder'),
    ...went.filter(({ before }) => before.kind === 'folder').toReversed(),
    ...came.filter(({ after }) => after.kind === 'folder'),
    ...came.filter(({ after }) => after.kind !== 'folder'),
  ]
}

/** Is a path one of these, or in one of these folders? */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) if (places.has(at)) return true
  return false
}
