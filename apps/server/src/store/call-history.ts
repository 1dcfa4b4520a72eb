import type { CallId, CallView, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import type { CallHistory, HistoryFilter, PastCall } from '../gate/call-history.ts'
import type { Db } from './database.ts'
import { callView, resultView } from './views.ts'

const PAGE_LIMIT = 50
/** Deepest nesting that is looked through for the titles above a call. */
const PARENT_LIMIT = 10

/** Calls of a person over all chats, deleted ones too: what was done stays done. */
export function callHistory(db: Db): CallHistory {
  return {
    async page(user, filter) {
      const rows = await select(db, user, filter).execute()
      const calls = rows.map(
        ({ thread_title, ...row }): { call: CallView; number: number; title: string } => ({
          call: callView(row),
          number: row.number,
          title: thread_title,
        }),
      )
      const parents = await parentTitles(
        db,
        calls.map(({ call }) => call.parent_id),
      )
      return {
        calls: calls.map(({ call, title }): PastCall => ({
          call,
          thread_title: title,
          parents: titlesAbove(call.parent_id, parents),
        })),
        next: calls.length < (filter.limit ?? PAGE_LIMIT) ? null : (calls.at(-1)?.number ?? null),
      }
    },
    async result(user, call) {
      const row = await select(db, user, { call, limit: 1 }).executeTakeFirst()
      return row?.result ? resultView(row.result.text, row.frozen.specifierText) : undefined
    },
    async output(user, call) {
      const text = (await select(db, user, { call, limit: 1 }).executeTakeFirst())?.output ?? null
      return text === null ? undefined : { text, chars: text.length }
    },
  }
}

function select(db: Db, user: UserId, filter: HistoryFilter) {
  let query = db
    .selectFrom('calls')
    .innerJoin('threads', 'threads.id', 'calls.thread_id')
    .selectAll('calls')
    .select('threads.title as thread_title')
    .where('threads.owner', '=', user)
    .orderBy('calls.number', 'desc')
    .limit(filter.limit ?? PAGE_LIMIT)
  if (filter.before !== undefined) query = query.where('calls.number', '<', filter.before)
  if (filter.thread !== undefined) query = query.where('calls.thread_id', '=', filter.thread)
  if (filter.call !== undefined) query = query.where('calls.id', '=', filter.call)
  if (filter.tool !== undefined) query = query.where('calls.tool', '=', filter.tool)
  if (filter.states !== undefined) query = query.where('calls.state', 'in', [...filter.states])
  if (filter.asked === true)
    query = query.where(
      sql<boolean>`exists (select from approvals a where a.call_id = calls.id and a.state <> 'pending'
        and a.asked_at > now() - interval '1 day')`,
    )
  return query
}

type Parents = ReadonlyMap<CallId, { readonly title: string; readonly parent: CallId | null }>

async function parentTitles(db: Db, wanted: readonly (CallId | null)[]): Promise<Parents> {
  const found = new Map<CallId, { title: string; parent: CallId | null }>()
  let ids = [...new Set(wanted.filter((id) => id !== null))]
  for (let depth = 0; depth < PARENT_LIMIT && ids.length > 0; depth += 1) {
    const rows = await db.selectFrom('calls').selectAll().where('id', 'in', ids).execute()
    for (const row of rows) found.set(row.id, { title: callView(row).title, parent: row.parent_id })
    ids = rows.flatMap(({ parent_id: id }) => (id === null || found.has(id) ? [] : [id]))
  }
  return found
}

function titlesAbove(parent: CallId | null, parents: Parents): readonly string[] {
  const titles: string[] = []
  let id = parent
  while (id !== null && titles.length < PARENT_LIMIT) {
    const found = parents.get(id)
    if (found === undefined) break
    titles.unshift(found.title)
    id = found.parent
  }
  return titles
}
