import type { Clock } from '@countersign/agent'
import { realpath } from 'node:fs/promises'
import type { PathState } from '../checkpoints/change.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import {
  changesBetween,
  isWithin,
  knowPlace,
  type KnownFile,
  type KnownPlace,
  type LaterChange,
} from './known.ts'
import type { FolderMemory } from './look.ts'
import type { Quarantine } from './quarantine.ts'
import { runningNotes, type ProcessMarks, type RunningNotes } from './running-notes.ts'
import { serial, type Serial } from '../serial.ts'

/** A running command, or a process that was left running. */
export interface Watched {
  /** Paths that the sandbox closes to it: changes there come from others. */
  closed(paths: readonly string[]): void
  /** It has ended with all its descendants: checks for the last time. */
  end(): Promise<void>
}

/**
 * Watches for files that run automatically later. Before a command it records the current state; after it, changes that no yes covers are
 * removed from the workspace and wait in quarantine.
 */
export interface LaterWatch {
  begin(
    workspace: string,
    command: {
      readonly text: string
      /** Protected paths that the text names: the yes to the command covers these. */
      readonly covers: readonly string[]
    },
  ): Promise<Watched>
  /** Checks while something runs there. */
  look(workspace: string): Promise<void>
  /** A yes to a file tool covers its changes. */
  accept(path: string, state: PathState): void
  /** Checks the leftovers of commands of servers that are gone. Returns the number of workspaces. */
  recover(): Promise<number>
}

export interface WatchParts {
  /** A folder in the data folder that nothing else uses. */
  readonly folder: string
  readonly quarantine: Quarantine
  readonly checkpoints: Pick<Checkpoints, 'hold'>
  readonly marks: ProcessMarks
  readonly clock: Clock
}

interface Holder {
  readonly text: string
  readonly covers: readonly string[]
  closed: readonly string[]
}

interface Workspace {
  readonly path: string
  readonly memory: FolderMemory
  /** The state before the current commands began. */
  before: KnownPlace | undefined
  /** The state at the last check, so that it is not read again. */
  last: KnownPlace | undefined
  readonly holders: Set<Holder>
  /** Accepted states of a path: returning to one is not a change. */
  readonly accepted: Map<string, Set<string>>
  /** The same by protected names, in any folder: a copy of a work tree adds nothing new. */
  readonly copies: Map<string, Set<string>>
  /** One check at a time. */
  readonly inTurn: Serial
}

/** How many idle workspaces are remembered, and how many states of a file. */
const REMEMBERED = 8
const STATES = 100

export function laterWatch(parts: WatchParts): LaterWatch {
  const workspaces = new Map<string, Workspace>()
  const notes = runningNotes(parts)
  return {
    async begin(workspace, { text, covers }) {
      const place = workspaceAt(workspaces, await realpath(workspace))
      const holder: Holder = { text, covers, closed: [] }
      await place.inTurn(async () => {
        // Changes by commands that already run, or left by a failed check, are settled first: from here on more than one command could have
        // made them.
        await look(parts, place)
        if (place.before === undefined) {
          place.before = await know(parts, place)
          remember(place)
        }
        await notes.write(place.path, place.before)
        place.holders.add(holder)
      })
      return {
        closed(paths) {
          holder.closed = paths
        },
        end: () => place.inTurn(() => endOf(parts, notes, place, holder)),
      }
    },
    async look(workspace) {
      // Nothing runs in a folder that is gone.
      const path = await realpath(workspace).catch(() => undefined)
      const place = path === undefined ? undefined : workspaces.get(path)
      if (place) await place.inTurn(() => look(parts, place))
    },
    accept(path, state) {
      for (const place of workspaces.values())
        if (isWithin(path, [place.path])) allow(place.accepted, path, state)
    },
    async recover() {
      let count = 0
      await notes.takeLeft(async (workspace, before) => {
        const path = await realpath(workspace).catch(() => undefined)
        if (path === undefined) return
        const place = workspaceAt(workspaces, path)
        await place.inTurn(() => lookAfter(parts, place, before))
        count += 1
      })
      return count
    },
  }
}

function workspaceAt(workspaces: Map<string, Workspace>, path: string): Workspace {
  const known = workspaces.get(path)
  if (known) return known
  for (const [other, { holders, before }] of workspaces)
    if (workspaces.size >= REMEMBERED && holders.size === 0 && before === undefined) workspaces.delete(other)
  const fresh: Workspace = {
    path,
    memory: new Map(),
    before: undefined,
    last: undefined,
    holders: new Set(),
    accepted: new Map(),
    copies: new Map(),
    inTurn: serial(),
  }
  workspaces.set(path, fresh)
  return fresh
}

async function know({ checkpoints, clock }: WatchParts, place: Workspace): Promise<KnownPlace> {
  place.last = await knowPlace(place.path, {
    memory: place.memory,
    last: place.last,
    hold: (hash, bytes) => checkpoints.hold(hash, bytes),
    clock,
  })
  return place.last
}

/** Compares with the previous state, removes changes that no yes covers, and continues from there. */
async function look(parts: WatchParts, place: Workspace, commands?: readonly string[]): Promise<void> {
  if (place.before === undefined) return
  const { before } = place
  const after = await know(parts, place)
  const found = changesBetween(before, after, (change, files) => isFine(place, change, files))
  if (found.changes.length > 0 || found.unseen.length > 0) {
    const texts = commands ?? [...place.holders].map(({ text }) => text)
    await parts.quarantine.hold({ workspace: place.path, commands: texts }, found, {
      before: before.folders,
      after: after.folders,
    })
  }
  place.before = withoutChanges(before, after, found.changes)
  remember(place)
}

/** The last check after a command. Other running commands are still watched. */
async function endOf(
  parts: WatchParts,
  notes: RunningNotes,
  place: Workspace,
  holder: Holder,
): Promise<void> {
  if (!place.holders.has(holder)) return
  await look(parts, place)
  place.holders.delete(holder)
  if (place.holders.size > 0) return notes.write(place.path, place.before)
  place.before = undefined
  await notes.remove(place.path)
}

/** Checks for leftovers of a command whose server is gone, based on the state before it. */
async function lookAfter(parts: WatchParts, place: Workspace, before: KnownPlace): Promise<void> {
  const own = place.before
  place.before = before
  await look(parts, place, ['a command that was cut off when the server stopped'])
  if (own === undefined && place.holders.size === 0) place.before = undefined
}

/** The state after changes were reverted. It is not read again: a running command may have repeated them. */
function withoutChanges(before: KnownPlace, after: KnownPlace, changes: readonly LaterChange[]): KnownPlace {
  const files = new Map(after.files)
  for (const { path } of changes) {
    const was = before.files.get(path)
    if (was === undefined) files.delete(path)
    else files.set(path, was)
  }
  return { ...after, files }
}

function isFine(
  { holders, accepted, copies }: Workspace,
  { path, after }: LaterChange,
  { was, now }: { readonly was?: KnownFile | undefined; readonly now?: KnownFile },
): boolean {
  const all = [...holders]
  if (all.some(({ covers }) => isWithin(path, covers))) return true
  // None of the running commands could write there, so a person did.
  if (was?.seen.isAlone !== false && all.length > 0 && all.every(({ closed }) => isWithin(path, closed)))
    return true
  if (accepted.get(path)?.has(keyOf(after)) === true) return true
  return now !== undefined && !now.seen.own && copies.get(now.seen.tail)?.has(keyOf(after)) === true
}

function keyOf(state: PathState): string {
  return JSON.stringify(state)
}

function remember({ before, accepted, copies }: Workspace): void {
  for (const [path, { state, seen }] of before?.files ?? []) {
    allow(accepted, path, state)
    // The target of a link depends on its location.
    if (state.kind === 'file') allow(copies, seen.tail, state)
  }
}

function allow(allowed: Map<string, Set<string>>, key: string, state: PathState): void {
  if (state.kind === 'other') return
  const states = allowed.get(key) ?? new Set()
  if (states.size < STATES) states.add(keyOf(state))
  allowed.set(key, states)
}
