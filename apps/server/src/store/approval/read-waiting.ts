import type { CallId, InterruptedCall, UserId } from '@countersign/protocol'
import { threadsOf } from '../access.ts'
import type { WaitingList, WaitingPage } from '../../gate/ports.ts'
import type { Db } from '../sql/database.ts'
import type { CallRow } from '../sql/tables.ts'
import { callView, pendingView } from '../sql/views.ts'
import type { StoreParts } from '../sql/work.ts'

/** How many interrupted calls are listed, the most recent ones; older ones are still in their threads. */
const INTERRUPTED_LIMIT = 200

/** Calls that wait for a person, in order of proposal, page by page. The first page includes interrupted calls. */
export async function readWaiting(
  { db }: StoreParts,
  user: UserId,
  page: { readonly after?: string; readonly limit: number },
): Promise<WaitingPage> {
  let query = callsOf(db, user, 'waiting').orderBy('calls.number').limit(page.limit)
  if (page.after !== undefined) query = query.where('calls.number', '>', Number(page.after))
  const waiting = await query.execute()
  const last = waiting.length < page.limit ? undefined : waiting.at(-1)
  const interrupted = page.after === undefined ? await readInterrupted(db, user) : []
  return {
    ...(await withQuestions(db, waiting)),
    interrupted: cutOff(interrupted),
    next: last === undefined ? null : String(last.number),
  }
}

/** Those of these calls that wait for this person, or must be settled. */
export async function readWaitingAmong(
  { db }: StoreParts,
  user: UserId,
  ids: readonly CallId[],
): Promise<WaitingList> {
  if (ids.length === 0) return { approvals: [], calls: [], interrupted: [] }
  const found = await callsOf(db, user, 'waiting', 'interrupted').where('calls.id', 'in', ids).execute()
  const waiting = found.filter(({ state }) => state === 'waiting')
  const interrupted = found.filter(({ state }) => state === 'interrupted')
  return { ...(await withQuestions(db, waiting)), interrupted: cutOff(interrupted) }
}

function callsOf(db: Db, user: UserId, ...states: readonly ('waiting' | 'interrupted')[]) {
  return db
    .selectFrom('calls')
    .innerJoin('threads', 'threads.id', 'calls.thread_id')
    .selectAll('calls')
    .select('threads.title')
    .where('calls.state', 'in', states)
    .where(threadsOf(user))
    .where('threads.deleted_at', 'is', null)
}

function readInterrupted(db: Db, user: UserId): Promise<readonly CallRow[]> {
  return callsOf(db, user, 'interrupted').orderBy('calls.number', 'desc').limit(INTERRUPTED_LIMIT).execute()
}

async function withQuestions(
  db: Db,
  calls: readonly (CallRow & { readonly title: string })[],
): Promise<Pick<WaitingList, 'approvals' | 'calls'>> {
  if (calls.length === 0) return { approvals: [], calls: [] }
  const ids = calls.map(({ id }) => id)
  const rows = await db
    .selectFrom('approvals')
    .selectAll()
    .where('call_id', 'in', ids)
    .where('state', '=', 'pending')
    .execute()
  const questions = new Map(rows.map((row) => [row.call_id, row]))
  // A question answered between the two queries is in neither list.
  const open = calls.flatMap((row) => {
    const question = questions.get(row.id)
    const call = callView(row)
    return question === undefined || call.state !== 'waiting'
      ? []
      : [{ call, approval: pendingView(question, row.title) }]
  })
  return { approvals: open.map(({ approval }) => approval), calls: open.map(({ call }) => call) }
}

function cutOff(rows: readonly CallRow[]): readonly InterruptedCall[] {
  return rows.map(callView).filter((call) => call.state === 'interrupted')
}
