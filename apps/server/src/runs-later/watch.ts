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

/** A command that runs, or a process that was left running. */
export interface Watched {
  /** Closed to it by the sandbox: what changes there, others changed. */
  closed(paths: readonly string[]): void
  /** It has ended, and nothing that it started is left: looks for the last time. */
  end(): Promise<void>
}

/**
 * Watches for files that run later by themselves. Before a command it is written down what is there; after it, what is new or other and
 * what no yes covers is taken out of the workspace and waits in quarantine.
 */
export interface LaterWatch {
  begin(
    workspace: string,
    command: {
      readonly text: string
      /** Protected paths that the text names: the yes to the command is a yes to these. */
      readonly covers: readonly string[]
    },
  ): Promise<Watched>
  /** Looks while something runs there. */
  look(workspace: string): Promise<void>
  /** A yes to a file tool covers what it changed. */
  accept(path: string, state: PathState): void
  /** Looks after what commands of servers that are gone left behind. Returns in how many workspaces. */
  recover(): Promise<number>
}

export interface WatchParts {
  /** Folder of its own in the data folder. */
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
  /** What was there before what runs now began. */
  before: KnownPlace | undefined
  /** What was there at the last look, so that it is not read again. */
  last: KnownPlace | undefined
  readonly holders: Set<Holder>
  /** What stood at a path without anyone minding: coming back to it is no change. */
  readonly accepted: Map<string, Set<string>>
  /** The same by their protected names, wherever they stood: a copy of a work tree brings nothing new. */
  readonly copies: Map<string, Set<string>>
  /** One look at a time. */
  queue: Promise<unknown>
}

/** Workspaces that are remembered while nothing runs in them, and states of a file. */
const REMEMBERED = 8
const STATES = 100

export function laterWatch(parts: WatchParts): LaterWatch {
  const workspaces = new Map<string, Workspace>()
  const notes = runningNotes(parts)
  return {
    async begin(workspace, { text, covers }) {
      const place = workspaceAt(workspaces, await realpath(workspace))
      const holder: Holder = { text, covers, closed: [] }
      await inTurn(place, async () => {
        // What runs already, or what a look that failed left, is settled first: from here on there is more than one who could have done it.
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
        end: () => inTurn(place, () => endOf(parts, notes, place, holder)),
      }
    },
    async look(workspace) {
      // Nothing runs in a folder that is gone.
      const path = await realpath(workspace).catch(() => undefined)
      const place = path === undefined ? undefined : workspaces.get(path)
      if (place) await inTurn(place, () => look(parts, place))
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
        await inTurn(place, () => lookAfter(parts, place, before))
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
    queue: Promise.resolve(),
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

/** Compares with what was before, takes out what no yes covers, and goes on from there. */
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

/** The last look after a command. What runs beside it goes on being watched. */
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

/** Looks for what a command left whose server is gone, from what was there before it. */
async function lookAfter(parts: WatchParts, place: Workspace, before: KnownPlace): Promise<void> {
  const own = place.before
  place.before = before
  await look(parts, place, ['a command that was cut off when the server stopped'])
  if (own === undefined && place.holders.size === 0) place.before = undefined
}

/** What is there once changes were taken back. It is not looked at again: what still runs may have made them anew. */
function withoutChanges(before: KnownPlace, after: KnownPlace, changes: readonly LaterChange[]): KnownPlace {
  const files = new Map(after.files)
  for (const { path } of changes) {
    const was = before.files.get(path)
    if (was === undefined) files.delete(path)
    else files.set(path, was)
  }
  return { ...after, files }
}

function inTurn<T>(place: Workspace, work: () => Promise<T>): Promise<T> {
  const done = place.queue.then(work, work)
  place.queue = done.catch(() => undefined)
  return done
}

function isFine(
  { holders, accepted, copies }: Workspace,
  { path, after }: LaterChange,
  { was, now }: { readonly was?: KnownFile | undefined; readonly now?: KnownFile },
): boolean {
  const all = [...holders]
  if (all.some(({ covers }) => isWithin(path, covers))) return true
  // None of those that ran could write there: a person did.
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
    // Where a link leads depends on where it stands.
    if (state.kind === 'file') allow(copies, seen.tail, state)
  }
}

function allow(allowed: Map<string, Set<string>>, key: string, state: PathState): void {
  if (state.kind === 'other') return
  const states = allowed.get(key) ?? new Set()
  if (states.size < STATES) states.add(keyOf(state))
  allowed.set(key, states)
}
