import type { CallState, ObservedCall, ObservedFilter, UserId } from '@countersign/protocol'
import { threadsOf } from '../../store/access.ts'
import type { Db } from '../../store/sql/database.ts'
import { sql } from 'kysely'
import { observedModel, type StepRow, type TroubledTurn, troubledTurn } from './observed-models.ts'
import { observedTool, STATES_OF, type ToolRow } from './observed-tools.ts'

/** Calls per page, and calls that are counted. */
const PAGE = 200
const COUNT_LIMIT = 10_000
/** Maximum number of queries for one page of a selective filter. */
const ROUNDS = 20

export interface Wish extends ObservedFilter {
  readonly user: UserId
  readonly now: number
  /** From where on calls are shown. */
  readonly start: number
}

/** The start of a page: rows before this moment, and tool calls before this number. */
export interface Cursor {
  readonly at: number
  readonly number: number
}

/** Calls of models and tools, newest first. Words are matched against the shown text, so that nobody can guess secrets by searching. */
export async function observedPage(
  db: Db,
  wish: Wish,
  before: Cursor | undefined,
): Promise<{ readonly calls: readonly ObservedCall[]; readonly next: Cursor | null }> {
  const calls: ObservedCall[] = []
  let cursor = before
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await oneRound(db, wish, cursor)
    for (const call of found.calls) if (shows(call, wish.text)) calls.push(call)
    cursor = found.next ?? undefined
    if (found.next === null) return { calls, next: null }
    if (calls.length >= PAGE) break
  }
  return { calls, next: cursor ?? null }
}

/** Tool calls since the start, and how many failed; at most the latest ten thousand are counted. */
export async function countCalls(db: Db, { user, start }: Pick<Wish, 'user' | 'start'>) {
  const { rows } = await sql<{ total: number; errors: number }>`
    select count(*)::int as total, (count(*) filter (where state = any(${STATES_OF.error})))::int as errors
    from (select c.state from calls c join threads t on t.id = c.thread_id
          where ${threadsOf(user, 't')} and c.proposed_at >= ${at(start)}
          order by c.number desc limit ${COUNT_LIMIT}) latest`.execute(db)
  const { total, errors } = rows[0] ?? { total: 0, errors: 0 }
  return { total, errors, more: total === COUNT_LIMIT }
}

function shows(call: ObservedCall, words: string | undefined): boolean {
  if (words === undefined || words.trim() === '') return true
  const text = [call.title, call.name, call.problem ?? '', call.thread_title].join('\n').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

async function oneRound(db: Db, wish: Wish, before: Cursor | undefined) {
  const tools = wish.tool === 'model' ? [] : await toolRows(db, wish, before)
  const models =
    wish.tool === undefined || wish.tool === 'model' ? await modelCalls(db, wish, before, tools) : []
  const merged = [
    ...tools.map((row) => ({ call: observedTool(row, wish.now), number: row.number })),
    ...models.map((call) => ({ call, number: undefined })),
  ].toSorted((a, b) => b.call.at - a.call.at)
  const shown = merged.slice(0, PAGE)
  const last = shown.at(-1)
  if (last === undefined || (merged.length <= PAGE && tools.length < PAGE && models.length < PAGE))
    return { calls: shown.map(({ call }) => call), next: null }
  const numbers = shown.flatMap(({ number }) => (number === undefined ? [] : [number]))
  const next = {
    // Rows of the same millisecond may occur twice, but none is lost: readers of pages recognise them by their ids.
    at: Math.floor(last.call.at) + 1,
    number: Math.min(...numbers, before?.number ?? Number.MAX_SAFE_INTEGER),
  }
  return { calls: shown.map(({ call }) => call), next }
}

/** In the order of their numbers, so that the index on these bounds the work. */
async function toolRows(db: Db, wish: Wish, before: Cursor | undefined): Promise<readonly ToolRow[]> {
  let query = db
    .selectFrom('calls')
    .innerJoin('threads', 'threads.id', 'calls.thread_id')
    .select([
      'calls.id',
      'calls.number',
      'calls.thread_id',
      'calls.turn_id',
      'calls.tool',
      'calls.state',
      'calls.frozen',
      'calls.decision',
      'calls.decided_at',
      'calls.proposed_at',
      'calls.started_at',
      'calls.ended_at',
      'calls.result',
      'threads.title as thread_title',
    ])
    .where(threadsOf(wish.user))
    .where('calls.proposed_at', '>=', at(from(wish)))
    .orderBy('calls.number', 'desc')
    .limit(PAGE)
  if (before !== undefined) query = query.where('calls.number', '<', before.number)
  if (wish.state !== undefined)
    query = query.where('calls.state', 'in', [...STATES_OF[wish.state]] satisfies CallState[])
  if (wish.tool?.endsWith('.') === true)
    query = query.where(sql<boolean>`starts_with(calls.tool, ${wish.tool})`)
  else if (wish.tool !== undefined) query = query.where('calls.tool', '=', wish.tool)
  return query.execute()
}

/** Answers of models, from the most recent turns and from those of the calls above; their own rows have no index by time. */
async function modelCalls(
  db: Db,
  wish: Wish,
  before: Cursor | undefined,
  tools: readonly ToolRow[],
): Promise<readonly ObservedCall[]> {
  if (wish.state === 'waiting' || wish.state === 'refused') return []
  const until = before?.at ?? wish.now + 60_000
  const { rows: turns } = await sql<TroubledTurn>`
    select u.id, u.thread_id, u.status, u.error, u.created_at, u.ended_at, t.title as thread_title, t.model
    from turns u join threads t on t.id = u.thread_id
    where ${threadsOf(wish.user, 't')} and u.created_at < ${at(until)}
      and (u.ended_at is null or u.ended_at >= ${at(from(wish))})
    order by u.number desc limit ${PAGE}`.execute(db)
  const ids = [...new Set([...turns.map(({ id }) => id), ...tools.flatMap(({ turn_id: id }) => id ?? [])])]
  if (ids.length === 0) return []
  const { rows: steps } = await sql<StepRow>`
    select * from (
      select s.*, t.title as thread_title, t.model, u.thread_id, greatest(u.created_at, s.before,
          (select max(c.ended_at) from calls c where c.turn_id = s.turn_id and c.ended_at < s.created_at)) as began_at
      from (select turn_id, seq, entry, created_at,
              lag(created_at) over (partition by turn_id order by seq) as before
            from steps where turn_id = any(${ids})) s
      join turns u on u.id = s.turn_id join threads t on t.id = u.thread_id
      where ${threadsOf(wish.user, 't')} and s.created_at >= ${at(from(wish))}) answers
    where began_at < ${at(until)} order by began_at desc limit ${PAGE}`.execute(db)
  const failed = turns.flatMap((turn) => troubledTurn(turn) ?? [])
  return [...steps.flatMap((step) => observedModel(step) ?? []), ...failed].filter(
    (call) =>
      call.at >= from(wish) && call.at < until && (wish.state === undefined || call.state === wish.state),
  )
}

function from({ start, since = 0 }: Wish): number {
  return Math.max(start, since)
}

function at(moment: number) {
  return sql<number>`to_timestamp(${moment}::float8 / 1000)`
}
