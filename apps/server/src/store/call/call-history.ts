import type { CallId, CallView, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { threadsOf } from '../access.ts'
import type { CallHistory, HistoryFilter, PastCall } from '../../gate/call-history.ts'
import type { Db } from '../sql/database.ts'
import { likePattern } from '../sql/like-pattern.ts'
import { moment } from '../sql/work.ts'
import { resultView } from '../sql/result-views.ts'
import { callView, wholeCall } from '../sql/views.ts'

const PAGE_LIMIT = 50
/** Maximum number of queries for one page of a search. */
const ROUND_LIMIT = 20
/** Maximum depth when collecting the titles above a call. */
const PARENT_LIMIT = 10

/** A person's calls over all threads, including deleted ones, because their effects remain. */
export function callHistory(db: Db): CallHistory {
  return {
    async page(user, filter) {
      const { calls, next } = await pageOf(db, user, filter)
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
        next,
      }
    },
    async whole(user, call) {
      const row = await select(db, user, { call, limit: 1 }).executeTakeFirst()
      return row === undefined ? undefined : wholeCall(row)
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

interface Listed {
  readonly call: CallView
  readonly number: number
  readonly title: string
}

/**
 * One page of calls. With words, the database searches the stored calls, and the matches are checked against the masked text: secrets that
 * are masked there cannot be guessed by searching.
 */
async function pageOf(
  db: Db,
  user: UserId,
  filter: HistoryFilter,
): Promise<{ readonly calls: readonly Listed[]; readonly next: number | null }> {
  const { limit = PAGE_LIMIT, words } = filter
  const calls: Listed[] = []
  let { before } = filter
  for (let round = 0; round < ROUND_LIMIT; round += 1) {
    const rows = await select(db, user, {
      ...filter,
      limit,
      ...(before === undefined ? {} : { before }),
    }).execute()
    for (const { thread_title: title, ...row } of rows) {
      const listed = { call: callView(row), number: row.number, title }
      before = row.number
      if (words === undefined || shows(listed, words)) calls.push(listed)
      if (calls.length === limit) return { calls, next: row.number }
    }
    if (rows.length < limit) return { calls, next: null }
  }
  return { calls, next: before ?? null }
}

function shows({ call, title }: Listed, words: readonly string[]): boolean {
  const text = [call.title, call.tool, call.specifier, title].join('\n').toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

function select(db: Db, user: UserId, filter: HistoryFilter) {
  let query = db
    .selectFrom('calls')
    .innerJoin('threads', 'threads.id', 'calls.thread_id')
    .selectAll('calls')
    .select('threads.title as thread_title')
    .where(threadsOf(user))
    .orderBy('calls.number', 'desc')
    .limit(filter.limit ?? PAGE_LIMIT)
  if (filter.before !== undefined) query = query.where('calls.number', '<', filter.before)
  if (filter.thread !== undefined) query = query.where('calls.thread_id', '=', filter.thread)
  if (filter.call !== undefined) query = query.where('calls.id', '=', filter.call)
  if (filter.tool !== undefined) query = query.where('calls.tool', '=', filter.tool)
  if (filter.states !== undefined) query = query.where('calls.state', 'in', [...filter.states])
  if (filter.from !== undefined) query = query.where('calls.proposed_at', '>=', moment(filter.from))
  if (filter.until !== undefined) query = query.where('calls.proposed_at', '<', moment(filter.until))
  for (const word of filter.words ?? [])
    query = query.where((where) =>
      where.or([
        where('threads.title', 'ilike', likePattern(word)),
        where('calls.tool', 'ilike', likePattern(word)),
        sql<boolean>`calls.frozen::text ilike ${likePattern(JSON.stringify(word).slice(1, -1))}`,
      ]),
    )
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
