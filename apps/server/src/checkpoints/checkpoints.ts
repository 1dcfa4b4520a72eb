import type { Call } from '@countersign/agent'
import type { CallId, Instant } from '@countersign/protocol'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../disk/error-code.ts'
import { contentFiles } from '../platform/files/content-files.ts'
import type { PathLocks } from '../workspace/path-locks.ts'
import { Change } from './change.ts'
import { writeWhole } from '../disk/write-whole.ts'

/**
 * The changes of calls, stored so that they can be undone. In the data folder: `objects` has contents by hash, `calls` the changes of each
 * call, `trash` deleted files. Checking, storing and changing are one step: code that changes files must do so in `alone`.
 */
export interface Checkpoints extends PathLocks {
  /** Stores what a call is about to change, before it does; later changes of the same call are appended. */
  keep(
    call: Pick<Call, 'id' | 'turnId' | 'threadId'>,
    changes: readonly Change[],
    contents?: readonly Buffer[],
  ): Promise<void>
  /** Stores a content by its hash, before it is known whether it is needed. Does not wait for the disk. */
  hold(hash: string, bytes: Buffer): Promise<void>
  /** Removes the last change of a call, because it did not happen. */
  drop(id: CallId): Promise<void>
  /** The changes of a call; undefined: there are none, or they are no longer stored. */
  read(id: CallId): Promise<Checkpoint | undefined>
  /** A stored content; undefined: it is no longer stored. */
  content(hash: string): Promise<Buffer | undefined>
  /** Where deleted things are stored: one folder for each. */
  readonly trash: string
  /** A new name in the trash. */
  newName(): string
}

const Checkpoint = z.object({
  call_id: z.string(),
  turn_id: z.string().nullable(),
  thread_id: z.string(),
  /** When it began, and its number among those that began at the same moment. */
  at: z.number(),
  order: z.number(),
  changes: z.array(Change),
})
export type Checkpoint = z.infer<typeof Checkpoint>

export interface CheckpointParts {
  /** A folder in the data folder that nothing else uses. */
  readonly folder: string
  readonly trash: string
  readonly now: () => Instant
  readonly newName: () => string
  readonly paths: PathLocks
}

/** Checkpoints in files: everything is on disk before `keep` returns. */
export function openCheckpoints(parts: CheckpointParts): Checkpoints {
  const calls = join(parts.folder, 'calls')
  const fileOf = (id: string) => join(calls, `${id}.json`)
  const objects = contentFiles({ folder: join(parts.folder, 'objects'), clock: { now: () => parts.now() } })
  let order = 0

  async function read(id: string): Promise<Checkpoint | undefined> {
    const text = await readIfThere(fileOf(id))
    return text === undefined ? undefined : Checkpoint.parse(JSON.parse(text.toString('utf8')))
  }

  async function write(checkpoint: Checkpoint): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(checkpoint))
    try {
      await writeWhole(fileOf(checkpoint.call_id), bytes)
    } catch (cause) {
      // The first one.
      if (errorCode(cause) !== 'ENOENT') throw cause
      await mkdir(calls, { recursive: true, mode: 0o700 })
      await writeWhole(fileOf(checkpoint.call_id), bytes)
    }
  }

  return {
    trash: parts.trash,
    newName: parts.newName,
    alone: (paths, work) => parts.paths.alone(paths, work),
    read,
    content: (hash) => objects.get(hash),
    async hold(hash, bytes) {
      await objects.put(bytes, { hash, sync: false })
    },
    async keep(call, changes, contents = []) {
      for (const bytes of contents) await objects.put(bytes)
      const known = await read(call.id)
      // It was cut off before it happened, and is now repeated: it is the same change.
      if (known !== undefined && endsWith(known.changes, changes)) return
      order += 1
      await write({
        call_id: call.id,
        turn_id: call.turnId,
        thread_id: call.threadId,
        at: known?.at ?? parts.now(),
        order: known?.order ?? order,
        changes: [...(known?.changes ?? []), ...changes],
      })
    },
    async drop(id) {
      const known = await read(id)
      if (known === undefined) return
      if (known.changes.length <= 1) await rm(fileOf(id), { force: true })
      else await write({ ...known, changes: known.changes.slice(0, -1) })
    },
  }
}

function endsWith(changes: readonly Change[], last: readonly Change[]): boolean {
  return last.length > 0 && JSON.stringify(changes.slice(-last.length)) === JSON.stringify(last)
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  // Most calls have none, and a promise that fails takes twenty times the processor time of this look.
  if (!existsSync(path)) return undefined
  try {
    return await readFile(path)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw cause
  }
}
