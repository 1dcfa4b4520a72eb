import type { CallId, Instant, ThreadEvent, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import { genesis, link, type AuditEntry } from '../audit/chain.ts'
import { transact, type Db, type Trx } from './database.ts'
import { CHANNEL, writeHints, type HintBus, type Hints } from './hints.ts'
import type { Some } from '../turns/outbox.ts'
import type { ThreadRow } from './tables.ts'

/** What every part of the store works with. */
export interface StoreParts {
  readonly db: Db
  readonly bus: HintBus
  readonly processId: string
  /** Milliseconds a question waits; null: for ever. A setting of the person goes first. */
  readonly approvalTimeout: number | null
  /** How a person is called on a signature line. */
  nameOf(user: UserId): string
}

/** Which thread a transaction is about, by whatever is known of it. */
export type ThreadKey = { readonly thread: ThreadId } | { readonly turn: TurnId } | { readonly call: CallId }

export type WorkHint =
  /** A call that the owner's list of what waits has, had or should have. */
  | { readonly listed: CallId }
  /** The thread's row in the owner's list. */
  | 'listed'
  /** A turn may be run. */
  | 'wake'
  /** A call left `waiting`. */
  | { readonly settled: CallId }
  /** A turn that whoever runs it must lay down. */
  | { readonly stopped: TurnId }

/** One transaction in one thread: what it changes, tells and writes down, all or nothing. */
export interface Work {
  readonly trx: Trx
  readonly thread: ThreadRow
  /** The database's clock, after the thread was ours. */
  readonly now: Instant
  /** An event for everyone who looks at the thread. */
  tell(event: ThreadEvent): void
  /** A row of the thread's audit chain. */
  record(entry: AuditEntry): void
  /** Something can go on, or is to be looked at, once this is committed. */
  hint(hint: WorkHint): void
}

/**
 * Runs a transaction in a thread. The thread's row is locked first, so transitions of one thread come one after the other, in every
 * process, and none can deadlock another; events are numbered and audit rows chained in that order. Undefined: no such thread.
 * `quiet` notifies no other process: the caller does, less often.
 */
export async function inThread<T>(
  { db, bus }: StoreParts,
  key: ThreadKey,
  body: (work: Work) => Promise<T>,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<T | undefined> {
  let hints: Hints = {}
  const result = await transact(db, async (trx) => {
    hints = {}
    const locked = await lockThread(trx, key)
    if (locked === undefined) return undefined
    const { now, ...thread } = locked
    const events: ThreadEvent[] = []
    const entries: AuditEntry[] = []
    const value = await body({
      trx,
      thread,
      now,
      tell: (event) => void events.push(event),
      record: (entry) => void entries.push(entry),
      hint: (hint) => {
        hints = withHint(hints, thread, hint)
      },
    })
    if (events.length > 0) hints = { ...hints, thread: thread.id }
    await appendAudit(trx, thread.id, now, entries)
    await appendEvents(trx, thread, events)
    if (!quiet && Object.keys(hints).length > 0) await notify(trx, hints)
    return { value }
  })
  // Local listeners need not wait for the notification to come back.
  bus.emit(hints)
  return result?.value
}

function withHint(hints: Hints, thread: ThreadRow, hint: WorkHint): Hints {
  if (hint === 'wake') return { ...hints, wake: true }
  if (hint === 'listed') return { ...hints, person: thread.owner, listedThreads: [thread.id] }
  if ('listed' in hint)
    return { ...hints, person: thread.owner, listedCalls: withId(hints.listedCalls, hint.listed) }
  if ('settled' in hint) return { ...hints, wake: true, settled: withId(hints.settled, hint.settled) }
  return { ...hints, wake: true, stopped: withId(hints.stopped, hint.stopped) }
}

function withId<Id>(ids: Some<Id> | undefined, id: Id): Some<Id> {
  if (ids === 'any' || ids?.includes(id) === true) return ids
  return [...(ids ?? []), id]
}

async function lockThread(trx: Trx, key: ThreadKey): Promise<(ThreadRow & { now: Instant }) | undefined> {
  const id =
    'thread' in key
      ? sql`${key.thread}`
      : 'turn' in key
        ? sql`(select thread_id from turns where id = ${key.turn})`
        : sql`(select thread_id from calls where id = ${key.call})`
  // The clock is read outside, once the lock is ours: a time read while waiting would be too early.
  const { rows } = await sql<ThreadRow & { now: Instant }>`
    with locked as materialized (select * from threads where id = ${id} for no key update)
    select locked.*, clock_timestamp() as now from locked`.execute(trx)
  return rows[0]
}

/** Adds rows to a chain whose writers are serialised by the caller's lock. */
export async function appendAudit(
  trx: Trx,
  chain: string,
  now: Instant,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const found = await trx
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .executeTakeFirst()
  const { rows, head } = link(chain, found ?? genesis(chain), now, entries)
  await trx
    .insertInto('audit')
    .values(
      rows.map((row) => ({
        chain,
        seq: row.seq,
        at: moment(row.at),
        kind: row.kind,
        call_id: row.callId,
        body: row.body,
        prev: row.prev,
        hash: row.hash,
      })),
    )
    .execute()
  await trx
    .insertInto('audit_heads')
    .values({ chain, ...head })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ ...head }))
    .execute()
}

/** A moment of the database's clock, as a value for it. */
export function moment(at: Instant): RawBuilder<Instant> {
  return sql<Instant>`to_timestamp(${at}::float8 / 1000)`
}

async function appendEvents(trx: Trx, thread: ThreadRow, events: readonly ThreadEvent[]): Promise<void> {
  if (events.length === 0) return
  await trx
    .insertInto('outbox')
    .values(
      events.map((event, index) => ({
        thread_id: thread.id,
        seq: thread.seq + index + 1,
        event: JSON.stringify(event),
      })),
    )
    .execute()
  await trx
    .updateTable('threads')
    .set({ seq: thread.seq + events.length })
    .where('id', '=', thread.id)
    .execute()
}

/** Sent when the transaction commits, and only then. */
export async function notify(db: Db | Trx, hints: Hints): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${writeHints(hints)})`.execute(db)
}
