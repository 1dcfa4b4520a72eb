import type { ChangeCall, ThreadId, TurnId, UserId } from '@countersign/protocol'
import type { Place } from '@countersign/policy'
import { realpath } from 'node:fs/promises'
import type { Host } from '../../platform/host.ts'
import { noSuchThread, Refused } from '../../platform/route.ts'
import { shown } from '../../workspace/workspace-path.ts'
import { changedFiles, type ChangedFile } from './changed-files.ts'
import type { Marks } from './changes-view.ts'
import type { KeptHunks } from './kept-hunks.ts'
import { readableByHand } from './readable.ts'
import { pastCalls, takenBack, UNDO_TOOL, type Scope } from './past-calls.ts'

export interface ChangesHost extends Pick<
  Host,
  'gate' | 'ids' | 'home' | 'own' | 'laterFiles' | 'clock' | 'env'
> {
  readonly store: Pick<Host['store'], 'db' | 'hands' | 'threads' | 'rules'>
}

/** What a request names. */
export interface Asked {
  readonly thread_id: ThreadId
  readonly turn_id?: TurnId | undefined
  readonly since?: number | undefined
}

/** The folder that a thread works in. */
export interface ThreadPlace {
  readonly scope: Scope
  /** The thread's name for its folder: acts by hand are stored under it. */
  readonly workspace: string
  readonly place: Place
  readonly shownPath: (path: string) => string
}

export interface LoadedChanges extends ThreadPlace {
  readonly calls: readonly ChangeCall[]
  readonly more: boolean
  readonly files: readonly ChangedFile[]
  readonly marks: Marks
}

export async function threadPlace(
  host: ChangesHost,
  user: UserId,
  asked: Asked,
): Promise<ThreadPlace | Refused> {
  const thread = await host.store.threads.get(user, asked.thread_id)
  if (thread === undefined) return noSuchThread()
  const { workspace } = thread
  // Checkpoints name files without links.
  const root = await realpath(workspace).catch(() => workspace)
  const place = { workspace: root, cwd: root, home: host.home, own: host.own }
  return {
    scope: { thread, turn: asked.turn_id, since: asked.since },
    workspace,
    place,
    shownPath: (path) => shown(path, place),
  }
}

/** All data about the changes of a scope, as of now. */
export async function loadChanges(
  host: ChangesHost,
  kept: KeptHunks,
  user: UserId,
  asked: Asked,
): Promise<LoadedChanges | Refused> {
  const found = await threadPlace(host, user, asked)
  if (found instanceof Refused) return found
  const { calls, more } = await pastCalls(host.store, user, found.scope)
  // An undo shows as the state of the undone changes.
  const writing = calls.filter(({ changed, tool }) => changed && tool !== UNDO_TOOL)
  const [files, back, marked] = await Promise.all([
    changedFiles(host.laterFiles.checkpoints, writing),
    takenBack(host.store, user, found.workspace),
    kept.of(
      user,
      writing.map(({ id }) => id),
    ),
  ])
  const readable = await readableByHand(host, found.place, files)
  return { ...found, calls, more, files: readable, marks: { kept: marked, takenBack: back } }
}
