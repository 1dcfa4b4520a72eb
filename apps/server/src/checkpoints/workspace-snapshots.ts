import type { Clock } from '@countersign/agent'
import { basename, dirname } from 'node:path'
import { anchorFolder, type AnchoredFolder } from '../workspace/anchored-folder.ts'
import { FILE_LIMIT, readIn } from '../workspace/content.ts'
import { sameState, type Change, type PathState } from './change.ts'
import type { Checkpoints } from './checkpoints.ts'
import { stateIn } from './path-state.ts'
import { lostSince, stampsOf, type Lost } from './unkept.ts'
import { lookAround, type LookedAround } from './workspace-look.ts'

/** A workspace before a command that may change anything in it. */
export type Snapshot =
  | {
      readonly kind: 'kept'
      /** All changes, in an order in which they can be undone from the end. */
      changes(): Promise<readonly Change[]>
      /** Files that are not stored and were removed or changed. Paths are absolute. */
      lost(): Promise<readonly Lost[]>
    }
  /** Nothing of it is stored; the reason, for people. */
  | { readonly kind: 'none'; readonly why: string }

/**
 * Snapshots of workspaces for commands, whose changes cannot be known in advance. Contents go into the checkpoints by hash; files whose
 * times did not change since the last snapshot are not read again. The workspace's own repository is not touched, and no program is
 * started.
 */
export interface WorkspaceSnapshots {
  take(workspace: string): Promise<Snapshot>
  /** Files that a snapshot omits although they are not ignored, because they are too large or too many. `'all'`: it stores nothing. */
  beyond(workspace: string): Promise<ReadonlySet<string> | 'all'>
}

/** Limits of a snapshot: entries of a workspace, and bytes of contents; files beyond the byte limit are listed but not stored. */
const THINGS = 50_000
const BYTES = 256_000_000
/** Milliseconds that may be spent on reading before a command. */
const TIME = 5000
/** Workspaces that are remembered. */
const REMEMBERED = 8
/** Milliseconds within which two changes of a file may have the same timestamp. */
const SAME_TIME = 2000
/** Milliseconds after which a content is stored again, because unused contents are pruned. */
const LOOK_AFTER = 24 * 60 * 60_000
/** How many folders are read in parallel. */
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
      // Files for which there is no time are listed but not stored; the next snapshot continues with them.
      for (const path of unread) now.set(path, { stamp: '', state: { kind: 'other' }, at: start })
      const inTime = () => clock.now() - start < time
      for (const [path, state] of await readAll(checkpoints, unread, inTime)) {
        const seen = looked.found.get(path)
        // It changed just now: it may change again within the same tick, which its timestamp would not show.
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
      // Nothing ran here yet: a first look estimates what the first snapshot can store.
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

/** Stores the content at each path: folder by folder, through open folders, so that a link put in their place leads nowhere. */
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
    // The content that it left is stored too: people see later which lines the command changed.
    const after = await heldAt(checkpoints, path)
    // Too large to compare, then and now: its timestamps say that it changed.
    const other = state.kind === 'other' && after.kind === 'other'
    if (other || !sameState(state, after)) changes.push({ kind: 'set', path, before: state, after })
  }
  for (const [path, { state }] of before.known) {
    const now = looked?.found.get(path)
    if (now === undefined || now.stamp !== before.looked.found.get(path)?.stamp) await note(path, state)
  }
  for (const path of looked?.found.keys() ?? []) {
    // A skipped file that is no longer ignored may have existed all the time, so it is not treated as new.
    if (!before.known.has(path) && !isWithin(path, before.looked.ignored))
      await note(path, { kind: 'absent' })
  }
  return inOrder(changes)
}

/**
 * The order for undoing from the end: first remove new entries, deepest folder first; then create removed folders, outermost first; then
 * restore their content.
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

/** Whether a path is one of these, or in one of these folders. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  for (let at = path; at !== dirname(at); at = dirname(at)) if (places.has(at)) return true
  return false
}
