import { needsPerson } from '@countersign/policy'
import type { Effort, ThreadId, ThreadSnapshot, ThreadView, UserId } from '@countersign/protocol'
import { sql, type UpdateObject } from 'kysely'
import { chatsOf, mayWriteIn, threadsOf } from '../access.ts'
import type { NewThread, ThreadMarks, Threads } from '../../turns/ports.ts'
import { settleWaiting, type Blocks } from '../call/settle-waiting.ts'
import { readSnapshot } from './snapshot.ts'
import { findThreads } from './find-threads.ts'
import { storable, runTransaction, type Db } from '../sql/database.ts'
import type { Tables, ThreadRow, TurnStatus } from '../sql/tables.ts'
import { cancelLiveTurn, cancelQueuedTurns } from '../turn/stop-turn.ts'
import { threadView, wholeMessage } from '../sql/views.ts'
import { transact } from '../sql/transact.ts'
import { notify } from '../sql/notify.ts'
import { appendAudit, type StoreParts, type Work } from '../sql/work.ts'

/** Threads in the database, of their owners only. */
export function storedThreads(parts: StoreParts): Threads {
  const own = <T>(owner: UserId, id: ThreadId, body: (work: Work) => Promise<T>) =>
    transact(parts, { thread: id }, async (work) =>
      mayWriteIn(owner, work.thread) ? { value: await body(work) } : undefined,
    )
  return {
    create: (owner, thread) => createThread(parts, owner, thread),
    async list(owner) {
      const rows = await listed(parts.db, owner).orderBy('updated_at', 'desc').orderBy('id').execute()
      return rows.map(listedView)
    },
    async get(owner, id) {
      const row = await parts.db
        .selectFrom('threads')
        .selectAll()
        .where('id', '=', id)
        .where(threadsOf(owner))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? undefined : threadView(row)
    },
    async among(owner, ids) {
      const rows = await listed(parts.db, owner).where('id', 'in', ids).execute()
      return rows.map(listedView)
    },
    snapshot: (owner, id): Promise<ThreadSnapshot | undefined> => readSnapshot(parts.db, owner, id),
    async message(owner, id) {
      const row = await parts.db
        .selectFrom('messages')
        .innerJoin('threads', 'threads.id', 'messages.thread_id')
        .selectAll('messages')
        .where('messages.id', '=', id)
        .where(threadsOf(owner))
        .where('threads.deleted_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? undefined : wholeMessage(row)
    },
    rename: async (owner, id, title) =>
      (await own(owner, id, (work) =>
        updateThread(work, { title: storable(title), title_state: 'given' }),
      )) !== undefined,
    entitle: async (owner, id, title) =>
      (await own(owner, id, (work) => entitle(work, storable(title))))?.value ?? false,
    mark: async (owner, id, marks) => (await own(owner, id, (work) => mark(work, marks))) !== undefined,
    find: (owner, words, limit) => findThreads(parts.db, owner, words, limit),
    setModel: async (owner, id, model, effort) =>
      (await own(owner, id, (work) => setModel(work, owner, storable(model), effort))) !== undefined,
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
  const view = await runTransaction(parts.db, async (trx) => {
    const row = await trx
      .insertInto('threads')
      .values({
        owner,
        title: storable(thread.title ?? ''),
        title_state: thread.title === null ? 'first_words' : thread.title === '' ? 'to_write' : 'given',
        permission_mode: storable(thread.mode),
        model: storable(thread.model),
        effort: thread.effort ?? null,
        workspace: storable(thread.workspace),
        ...(thread.kind === undefined ? {} : { kind: thread.kind }),
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

async function updateThread(work: Work, change: UpdateObject<Tables, 'threads'>): Promise<void> {
  const row = await work.trx
    .updateTable('threads')
    .set({ updated_at: sql<number>`clock_timestamp()`, ...change })
    .where('id', '=', work.thread.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  work.tell({ type: 'thread_updated', thread: threadView(row) })
  work.hint('listed')
}

/** Nobody touched the thread, so its position in the list does not change. */
const UNTOUCHED = { updated_at: sql<number>`updated_at` } as const

async function entitle(work: Work, title: string): Promise<boolean> {
  if (work.thread.title_state !== 'to_write' || title === '') return false
  await updateThread(work, { ...UNTOUCHED, title, title_state: 'written' })
  return true
}

async function mark(work: Work, { pinned, archived }: ThreadMarks): Promise<void> {
  const at = (is: boolean) => (is ? sql<number>`clock_timestamp()` : null)
  await updateThread(work, {
    ...UNTOUCHED,
    ...(pinned === undefined ? {} : { pinned_at: at(pinned) }),
    ...(archived === undefined ? {} : { archived_at: at(archived) }),
  })
}

type ListedRow = ThreadRow & { readonly last_turn: Exclude<TurnStatus, 'queued'> | null }

/** Rows of lists, with the state of the latest turn. */
function listed(db: Db, owner: UserId) {
  return db
    .selectFrom('threads')
    .selectAll()
    .select(
      sql<ListedRow['last_turn']>`(select status from turns where turns.thread_id = threads.id
        and status <> 'queued' order by number desc limit 1)`.as('last_turn'),
    )
    .where(chatsOf(owner))
}

function listedView(row: ListedRow): ThreadView {
  return { ...threadView(row), ...(row.last_turn === null ? {} : { last_turn: row.last_turn }) }
}

/** A tombstone: the thread is no longer listed; its audit rows stay. */
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

async function setModel(
  work: Work,
  owner: UserId,
  model: string,
  effort: Effort | null | undefined,
): Promise<void> {
  const change = effort === undefined ? {} : { effort }
  await updateThread(work, { model, ...change })
  work.record({ kind: 'model_set', actor: owner, data: { from: work.thread.model, to: model, ...change } })
}

/** Plan mode blocks every effect: everything but plain reads. */
const hasEffect: Blocks = ({ call, decision }) =>
  call.facts.category !== 'read' || needsPerson(call.facts) || decision?.locked !== undefined
