import type { Clock } from '@countersign/agent'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { PathState } from '../checkpoints/change.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import { writeWhole } from '../checkpoints/write-whole.ts'
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

/** How processes are told apart from later ones with the same number. */
export interface ProcessMarks {
  markOf(pid: number): Promise<{ readonly pid: number; readonly born: string } | undefined>
  isAlive(mark: { readonly pid: number; readonly born: string }): Promise<boolean>
}

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
  const running = join(parts.folder, 'running')
  const noteOf = (path: string) =>
    join(running, `${createHash('sha256').update(path).digest('hex').slice(0, 24)}.${process.pid}.json`)

  function workspaceAt(path: string): Workspace {
    const known = workspaces.get(path)
    if (known) return known
    for (const [other, { holders, before }] of workspaces)
      if (workspaces.size >= REMEMBERED && holders.size === 0 && before === undefined)
        workspaces.delete(other)
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

  const know = async (place: Workspace): Promise<KnownPlace> => {
    place.last = await knowPlace(place.path, {
      memory: place.memory,
      last: place.last,
      hold: (hash, bytes) => parts.checkpoints.hold(hash, bytes),
      clock: parts.clock,
    })
    return place.last
  }

  /** Compares with what was before, takes out what no yes covers, and goes on from there. */
  async function look(place: Workspace, commands?: readonly string[]): Promise<void> {
    if (place.before === undefined) return
    const { before } = place
    const after = await know(place)
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

  async function note(place: Workspace): Promise<void> {
    if (place.before === undefined) return
    const server = await parts.marks.markOf(process.pid)
    const text = JSON.stringify({ workspace: place.path, server, ...written(place.before) })
    const file = noteOf(place.path)
    await mkdir(running, { recursive: true, mode: 0o700 })
    await writeWhole(file, Buffer.from(text), { sync: false })
  }

  return {
    async begin(workspace, { text, covers }) {
      const place = workspaceAt(await realpath(workspace))
      const holder: Holder = { text, covers, closed: [] }
      await inTurn(place, async () => {
        // What runs already, or what a look that failed left, is settled first: from here on there is more than one who could have done it.
        await look(place)
        if (place.before === undefined) {
          place.before = await know(place)
          remember(place)
        }
        await note(place)
        place.holders.add(holder)
      })
      return {
        closed(paths) {
          holder.closed = paths
        },
        end: () =>
          inTurn(place, async () => {
            if (!place.holders.has(holder)) return
            await look(place)
            place.holders.delete(holder)
            if (place.holders.size > 0) return note(place)
            place.before = undefined
            await rm(noteOf(place.path), { force: true })
          }),
      }
    },
    async look(workspace) {
      // Nothing runs in a folder that is gone.
      const path = await realpath(workspace).catch(() => undefined)
      const place = path === undefined ? undefined : workspaces.get(path)
      if (place) await inTurn(place, () => look(place))
    },
    accept(path, state) {
      for (const place of workspaces.values())
        if (isWithin(path, [place.path])) allow(place.accepted, path, state)
    },
    async recover() {
      let count = 0
      for (const name of await readdir(running).catch(() => [])) {
        const file = join(running, name)
        const read = Note.safeParse(readJson(await readFile(file, 'utf8').catch(() => '')))
        if (read.success && read.data.server && (await parts.marks.isAlive(read.data.server))) continue
        const path = read.success ? await realpath(read.data.workspace).catch(() => undefined) : undefined
        if (read.success && path !== undefined) {
          const place = workspaceAt(path)
          await inTurn(place, async () => {
            const own = place.before
            place.before = readBack(read.data)
            await look(place, ['a command that was cut off when the server ended'])
            if (own === undefined && place.holders.size === 0) place.before = undefined
          })
          count += 1
        }
        await rm(file, { force: true })
      }
      return count
    },
  }
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

const Note = z.object({
  workspace: z.string(),
  server: z.object({ pid: z.number(), born: z.string() }).optional(),
  files: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(['any', 'git-config', 'git-file', 'git-commondir']),
      own: z.boolean(),
      tail: z.string(),
      state: PathState,
      risks: z.array(z.string()).optional(),
    }),
  ),
  folders: z.array(z.string()),
  unseen: z.array(z.tuple([z.string(), z.string()])),
})

function written({
  files,
  folders,
  unseen,
}: KnownPlace): Pick<z.infer<typeof Note>, 'files' | 'folders' | 'unseen'> {
  return {
    files: [...files].map(([path, { seen, state, risks }]) => ({
      path,
      kind: seen.kind,
      own: seen.own,
      tail: seen.tail,
      state,
      ...(risks === undefined ? {} : { risks: [...risks] }),
    })),
    folders: [...folders],
    unseen: [...unseen],
  }
}

/** What was written down: contents are compared, times are not known. */
function readBack({ files, folders, unseen }: z.infer<typeof Note>): KnownPlace {
  return {
    files: new Map(
      files.map(({ path, kind, own, tail, state, risks }) => [
        path,
        {
          seen: { kind, own, tail, type: 'file', isModule: false, isAlone: false, stamp: '', changed: 0 },
          state,
          leads: [],
          at: 0,
          ...(risks === undefined ? {} : { risks }),
        },
      ]),
    ),
    folders: new Set(folders),
    unseen: new Map(unseen),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Cut off while it was written: nothing had begun.
    return undefined
  }
}
