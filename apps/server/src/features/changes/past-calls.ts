import {
  CallId,
  HunkId,
  type ChangeAuthor,
  type ChangeCall,
  type ThreadId,
  type TurnId,
  type UserId,
} from '@countersign/protocol'
import { sql } from 'kysely'
import { z } from 'zod'
import { threadsOf } from '../../store/access.ts'
import { mask } from '../../audit/mask.ts'
import type { Store } from '../../store/open-store.ts'
import { signatureView } from '../../store/sql/views.ts'

/** The scope of a list: a thread, one of its turns, or everything in its folder since a moment. */
export interface Scope {
  readonly thread: { readonly id: ThreadId; readonly workspace: string; readonly created_at: number }
  readonly turn?: TurnId | undefined
  readonly since?: number | undefined
}

/** The tool with which a person undoes hunks. */
export const UNDO_TOOL = 'changes.undo'

/** Maximum number of calls per list. */
const MOST = 2000

/** The calls of a scope that ran, in order, including the person's acts by hand in this folder during that time. */
export async function pastCalls(
  { db }: Pick<Store, 'db'>,
  user: UserId,
  scope: Scope,
): Promise<{ readonly calls: readonly ChangeCall[]; readonly more: boolean }> {
  const { thread, turn, since } = scope
  const { from, until } = await spanOf(db, scope)
  const mine =
    since !== undefined
      ? sql`threads.workspace = ${thread.workspace} and calls.proposed_at >= ${at(from)}`
      : turn === undefined
        ? sql`calls.thread_id = ${thread.id}`
        : sql`calls.turn_id = ${turn}`
  const byHand = sql`threads.kind = 'hand' and threads.workspace = ${thread.workspace}
    and calls.proposed_at >= ${at(from)} and calls.proposed_at < ${at(until)}`
  const { rows } = await sql<Row>`
    select calls.id, calls.thread_id, calls.turn_id, calls.tool, calls.category, calls.owner_kind, calls.hash,
      calls.frozen->>'title' as title, calls.frozen->>'specifierText' as subject, calls.signature,
      calls.started_at, calls.state, calls.undone_at, calls.result->>'summary' as summary,
      coalesce(json_array_length(calls.result->'changed'), 0) > 0 as changed
    from calls join threads on threads.id = calls.thread_id
    where ${threadsOf(user)} and calls.started_at is not null and calls.state <> 'running'
      and ((${mine}) or (${byHand}))
    order by calls.number desc limit ${MOST + 1}`.execute(db)
  return { calls: rows.slice(0, MOST).toReversed().map(callOf), more: rows.length > MOST }
}

interface Row extends Pick<
  ChangeCall,
  'id' | 'thread_id' | 'turn_id' | 'tool' | 'signature' | 'hash' | 'changed'
> {
  readonly category: string
  readonly owner_kind: string
  readonly title: string
  readonly subject: string
  readonly started_at: number
  readonly state: string
  readonly undone_at: number | null
  readonly summary: string | null
}

function callOf(row: Row): ChangeCall {
  const { id, thread_id, turn_id, tool, hash, changed, signature, summary } = row
  return {
    id,
    thread_id,
    turn_id,
    author: authorOf(row),
    tool,
    title: mask(row.title),
    subject: mask(row.subject),
    at: row.started_at,
    hash,
    signature: signature === null ? null : signatureView(signature),
    ...(summary === null ? {} : { summary: mask(summary) }),
    ok: row.state === 'succeeded',
    changed,
    undone: row.undone_at !== null,
  }
}

function authorOf({ owner_kind, category }: Pick<Row, 'owner_kind' | 'category'>): ChangeAuthor {
  if (owner_kind === 'hand') return 'you'
  return category === 'execute' ? 'command' : 'agent'
}

/** The time span in which acts by hand belong to a scope: those after a turn belong to it until the next begins. */
async function spanOf(db: Store['db'], { thread, turn, since }: Scope) {
  const never = Date.UTC(9999, 0)
  if (since !== undefined) return { from: since, until: never }
  if (turn === undefined) return { from: thread.created_at, until: never }
  const turns = await db
    .selectFrom('turns')
    .select(['id', 'created_at'])
    .where('thread_id', '=', thread.id)
    .orderBy('number')
    .execute()
  const index = turns.findIndex(({ id }) => id === turn)
  return { from: turns[index]?.created_at ?? never, until: turns[index + 1]?.created_at ?? never }
}

function at(milliseconds: number) {
  return sql`to_timestamp(${milliseconds / 1000}::double precision)`
}

/** The arguments of the call for a person's request. */
export const UndoArguments = z.object({
  path: z.string().min(1).max(4096),
  parts: z.array(z.object({ call: CallId, hunk: HunkId })).min(1),
  /** Applies undone hunks again. */
  back: z.boolean(),
})

/** Hunks that the person undid by hand and did not apply again, as `CALL HUNK PATH`. */
export async function takenBack(
  { db }: Pick<Store, 'db'>,
  user: UserId,
  workspace: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ args: unknown }>`
    select calls.frozen->'args' as args from calls join threads on threads.id = calls.thread_id
    where ${threadsOf(user)} and threads.kind = 'hand' and threads.workspace = ${workspace}
      and calls.tool = ${UNDO_TOOL} and calls.state = 'succeeded' and calls.undone_at is null
    order by calls.number desc limit ${MOST}`.execute(db)
  const gone = new Set<string>()
  for (const { args } of rows.toReversed()) {
    const read = UndoArguments.safeParse(args)
    if (!read.success) continue
    for (const { call, hunk } of read.data.parts) {
      const key = hunkKey(call, hunk, read.data.path)
      if (read.data.back) gone.delete(key)
      else gone.add(key)
    }
  }
  return gone
}

export function hunkKey(call: string, hunk: string, path: string): string {
  return `${call} ${hunk} ${path}`
}
