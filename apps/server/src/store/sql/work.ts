import type { Lease } from '@countersign/agent'
import type { CallId, HandId, Instant, ThreadEvent, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { sql, type RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import { genesis, link, type AuditEntry } from '../../audit/chain.ts'
import type { Db, Trx } from './database.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import type { HintBus, Hints } from './hints.ts'
import type { RecentEvents } from './recent-events.ts'
import type { Piece } from './piece.ts'
import type { ThreadRow, UnnumberedCall } from './tables.ts'
import type { ThrottledNotify } from './throttled-notify.ts'
import type { TurnQueue } from './turn-queue.ts'
import type { EventBatches } from './event-batches.ts'

/** The dependencies of every part of the store. */
export interface StoreParts {
  readonly db: Db
  readonly pool: Pool
  readonly bus: HintBus
  readonly processId: string
  readonly turns: TurnQueue<Change>
  readonly deferred: DeferredWrites<Work>
  /** Notifies other processes of events that nobody waits for. */
  readonly streamed: ThrottledNotify
  /** Adds events of working turns, several in one statement. */
  readonly batches: EventBatches
  /** The last events that this process wrote. */
  readonly recent: RecentEvents
  /** Milliseconds that a question waits; null: forever. A person's setting takes precedence. */
  readonly approvalTimeout: number | null
  /** Length of a lease in milliseconds; renewed every third of it. */
  readonly leaseLength: number
  /** A person's name on a signature line. */
  nameOf(user: UserId): string
}

/** The thread of a transaction: its id, or that of something in it. */
export type ThreadKey =
  | { readonly thread: ThreadId }
  | { readonly turn: TurnId }
  | { readonly hand: HandId }
  | { readonly call: CallId }

export type WorkHint =
  /** A call that is, was or should be in the owner's waiting list. */
  | { readonly listed: CallId }
  /** The thread's row in the owner's list. */
  | 'listed'
  /** A turn may be runnable. */
  | 'wake'
  /** A call left `waiting`. */
  | { readonly settled: CallId }
  /** A turn that its process must release. */
  | { readonly stopped: TurnId }

/** Amounts to add to the counters of a turn. */
export interface Spent {
  readonly modelCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null: a price was unknown. */
  readonly cost: number | null
  /** Replaces the previous value; null: unchanged. */
  readonly context: number | null
  readonly toolCalls: number
  readonly subtasks: number
  readonly writes: number
}

export const NOTHING_SPENT: Spent = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  context: null,
  toolCalls: 0,
  subtasks: 0,
  writes: 0,
}

/** One transaction in one thread: its changes, events and audit rows, all or nothing. */
export interface Work {
  readonly trx: Trx
  /** This process. */
  readonly processId: string
  readonly thread: ThreadRow
  /** The database's clock, read after the thread was locked. */
  readonly now: Instant
  /** The current lease and its owner at that time, if the transaction concerns a turn that has one. */
  readonly lease: (Lease & { readonly owner: string | null }) | undefined
  /** The version of the thread's policy, if requested. */
  readonly policy: string | undefined
  /** A new id. */
  newId(): string
  /** The requested call, read after the thread was locked. */
  readonly call: UnnumberedCall | undefined
  /** A statement whose result is not needed: it is sent together with the commit. If it fails, the transaction is rolled back. */
  write(change: Piece): void
  /** The same for an `insert`, `update` or `delete` of one row. If it changes no row, the whole transaction fails. */
  updateExactlyOne(change: Piece): void
  /** Sends what was written so far, for statements that depend on it. */
  flush(): Promise<void>
  /** Adds to the counters of the transaction's turn. */
  spend(spent: Spent): void
  /** An event for everyone who follows the thread. */
  tell(event: ThreadEvent): void
  /** A row of the thread's audit chain. */
  record(entry: AuditEntry): void
  /** Who must be woken or notified after the commit. */
  hint(hint: WorkHint): void
}

/** The data that `transact` reads in addition to the thread. */
export interface ThreadOptions {
  /** A call that is read together with the thread. */
  readonly call?: CallId
  /** The version of the thread's policy is read too; this one is expected. */
  readonly policy?: string | undefined
  /** The turn continues after this, so other processes may be notified of its events later and less often. */
  readonly goesOn?: boolean
  /** It may share its transaction with others of the turn that come at the same time. */
  readonly shares?: boolean
}

/** A change in a turn that waits for its transaction. */
export interface Change {
  readonly options: ThreadOptions
  body(work: Work): Promise<unknown>
  resolve(value: unknown): void
  reject(cause: unknown): void
}

/**
 * Whether the commit itself notifies other processes. Only a turn that continues may be announced later and less often, because a notifying
 * commit follows, whatever happens to its process.
 */
export function goesWithCommit(hints: Hints, turnGoesOn: boolean): boolean {
  const isWaitedFor = hints.person !== undefined || hints.wake === true
  return isWaitedFor || (hints.thread !== undefined && !turnGoesOn)
}

/** Announces a commit: to local listeners immediately, to other processes unless the commit itself notified them. */
export function tell(
  { bus, streamed }: Pick<StoreParts, 'bus' | 'streamed'>,
  hints: Hints,
  withCommit: boolean,
): void {
  bus.emit(hints)
  if (hints.thread !== undefined && !withCommit) streamed.notify(hints.thread)
}

/** Locks the audit chain of a person's acts outside any thread, so that its writers are serialised. */
export async function lockUserChain(trx: Trx, owner: UserId): Promise<{ readonly now: Instant }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${owner}`}, 0))`.execute(trx)
  const { rows } = await sql<{ now: Instant }>`select clock_timestamp() as now`.execute(trx)
  return { now: rows[0]?.now ?? 0 }
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
