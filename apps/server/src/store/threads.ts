import type { ThreadId, ThreadSnapshot, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { NewThread, Threads } from '../turns/ports.ts'
import { settleWaiting, type Blocks } from './settle-waiting.ts'
import { readSnapshot } from './snapshot.ts'
import { storable, transact } from './database.ts'
import { cancelLiveTurn, cancelQueuedTurns } from './stop-turn.ts'
import { threadView } from './views.ts'
import { inThread } from './in-thread.ts'
import { notify } from './notify.ts'
import { appendAudit, type StoreParts, type Work } from './work.ts'

/** Threads in the database, of their owners only. */
export function storedThreads(parts: StoreParts): Threads {
  const own = <T>(owner: UserId, id: ThreadId, body: (work: Work) => Promise<T>) =>
    inThread(parts, { thread: id }, async (work) =>
      work.thread.owner === owner && work.thread.deleted_at === null
        ? { value: await body(work) }
        : undefined,
    )
  return {
    create: (owner, thread) => createThread(parts, owner, thread),
    async list(owner) {
      const rows = await parts.db
        .selectFrom('threads')
        .selectAll()
        .where('owner', '=', owner)
        .where('deleted_at', 'is', null)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(threadView)
    },
    async get(owner, id) {
      const row = await parts.db
        .selectFrom('threads')
        .selectAll()
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? undefined : threadView(row)
    },
    async among(owner, ids) {
      const rows = await parts.db
        .selectFrom('threads')
        .selectAll()
        .where('id', 'in', ids)
        .where('owner', '=', owner)
        .where('deleted_at', 'is', null)
        .execute()
      return rows.map(threadView)
    },
    snapshot: (owner, id): Promise<ThreadSnapshot | undefined> => readSnapshot(parts.db, owner, id),
    rename: async (owner, id, title) =>
      (await own(owner, id, (work) => updateThread(work, { title: storable(title) }))) !== undefined,
    setModel: async (owner, id, model) =>
      (await own(owner, id, (work) => setModel(work, owner, storable(model)))) !== undefined,
    remove: async (owner, id) => (await own(owner, id, (work) => bury(work, owner))) !== undefined,
    setMode: async (owner, id, mode, blocks) =>
      (await own(owner, id, (work) => setMode(work, owner, storable(mode), blocks))) !== undefined,
  }
}

async function createThread(
  parts: StoreParts,
  owner: UserId,
  thread: NewThread,
): Promise<ReturnType<typeof threadView>> {
  const view = await transact(parts.db, async (trx) => {
    const row = await trx
      .insertInto('threads')
      .values({
        owner,
        title: storable(thread.title),
        permission_mode: storable(thread.mode),
        model: storable(thread.model),
        workspace: storable(thread.workspace),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = { mode: row.permission_mode, model: row.model, workspace: row.workspace }
    await appendAudit(trx, row.id, row.created_at, [{ kind: 'thread_created', actor: owner, data }])
    await notify(trx, { person: owner, listedThreads: [row.id] })
    return threadView(row)
  })
  parts.bus.emit({ person: owner, listedThreads: [view.id] })
  return view
}

async function updateThread(
  work: Work,
  change: { readonly title?: string; readonly permission_mode?: string; readonly model?: string },
): Promise<void> {
  const row = await work.trx
    .updateTable('threads')
    .set({ ...change, updated_at: sql<number>`clock_timestamp()` })
    .where('id', '=', work.thread.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  work.tell({ type: 'thread_updated', thread: threadView(row) })
  work.hint('listed')
}

/** A tombstone: nothing of it is listed any more, its audit rows stay. */
async function bury(work: Work, owner: UserId): Promise<void> {
  await cancelLiveTurn(work, owner)
  await cancelQueuedTurns(work, owner)
  await work.trx
    .updateTable('threads')
    .set({ deleted_at: sql<number>`clock_timestamp()` })
    .where('id', '=', work.thread.id)
    .execute()
  await work.trx
    .updateTable('calls')
    .set({ output: null })
    .where('thread_id', '=', work.thread.id)
    .where('output', 'is not', null)
    .execute()
  work.record({ kind: 'thread_deleted', actor: owner, data: {} })
  work.tell({ type: 'thread_deleted' })
  work.hint('listed')
  work.hint('wake')
}

async function setMode(work: Work, owner: UserId, mode: string, blocks?: Blocks): Promise<void> {
  await updateThread(work, { permission_mode: mode })
  work.record({ kind: 'mode_set', actor: owner, data: { from: work.thread.permission_mode, to: mode } })
  await settleWaiting(work, mode, blocks ?? (mode === 'plan' ? hasEffect : () => false))
  work.hint('wake')
}

async function setModel(work: Work, owner: UserId, model: string): Promise<void> {
  await updateThread(work, { model })
  work.record({ kind: 'model_set', actor: owner, data: { from: work.thread.model, to: model } })
}

/** Plan blocks what has an effect: everything but plain reads. */
const hasEffect: Blocks = ({ call, decision }) =>
  call.facts.category !== 'read' || call.facts.destructive || decision?.locked !== undefined
