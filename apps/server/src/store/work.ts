import type { Lease } from '@countersign/agent'
import type { CallId, Instant, ThreadEvent, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import { genesis, link, type AuditEntry, type AuditRow, type Head } from '../audit/chain.ts'
import type { Db, Trx } from './database.ts'
import { CHANNEL, writeHints, type HintBus, type Hints } from './hints.ts'
import type { Some } from '../turns/outbox.ts'
import { allOver, transactOn, type OneConnection } from './one-connection.ts'
import { policyVersion } from './policy-version.ts'
import type { CallRow, ThreadRow } from './tables.ts'

/** What every part of the store works with. */
export interface StoreParts {
  readonly db: Db
  readonly pool: Pool
  readonly bus: HintBus
  readonly processId: string
  /** Milliseconds a question waits; null: for ever. A setting of the person goes first. */
  readonly approvalTimeout: number | null
  /** Milliseconds that a lease runs; renewed every third of it. */
  readonly leaseLength: number
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
  /** The lease that ran at that time and who has it, if the transaction is about a turn that has one. */
  readonly lease: (Lease & { readonly owner: string | null }) | undefined
  /** The version of the thread's policy, if it was asked for. */
  readonly policy: string | undefined
  /** An id that nobody has. */
  readonly freshId: string
  /** The call that was asked for, as it is now that the thread is ours. */
  readonly call: CallRow | undefined
  /**
   * Something to write whose answer nobody waits for: it goes on the way with the end of the transaction. It must fail where it cannot be
   * done, and then nothing of the transaction was.
   */
  write(statement: CompiledQuery): void
  /** An event for everyone who looks at the thread. */
  tell(event: ThreadEvent): void
  /** A row of the thread's audit chain. */
  record(entry: AuditEntry): void
  /** Something can go on, or is to be looked at, once this is committed. */
  hint(hint: WorkHint): void
}

/** What `inThread` does besides. */
export interface ThreadOptions {
  /** Notifies no other process: the caller does, less often. */
  readonly quiet?: boolean
  /** A call that is looked at together with the thread. */
  readonly call?: CallId
  /** The version of the thread's policy is looked at too. */
  readonly policy?: boolean
}

/**
 * Runs a transaction in a thread. The thread's row is locked first, so transitions of one thread come one after the other, in every
 * process, and none can deadlock another; events are numbered and audit rows chained in that order. Undefined: no such thread.
 */
export async function inThread<T>(
  { db, pool, bus }: StoreParts,
  key: ThreadKey,
  body: (work: Work) => Promise<T>,
  options: ThreadOptions = {},
): Promise<T | undefined> {
  let hints: Hints = {}
  const result = await transactOn(pool, {
    first: (connection) => takeThread(db, connection, key, options),
    async body({ trx }, taken) {
      hints = {}
      if (taken === undefined) return undefined
      const { thread, now, head } = taken
      const events: ThreadEvent[] = []
      const entries: AuditEntry[] = []
      const last: CompiledQuery[] = []
      const value = await body({
        trx,
        ...taken,
        write: (statement) => void last.push(statement),
        tell: (event) => void events.push(event),
        record: (entry) => void entries.push(entry),
        hint: (hint) => {
          hints = withHint(hints, thread, hint)
        },
      })
      if (events.length > 0) hints = { ...hints, thread: thread.id }
      const linked = link(thread.id, head, now, entries)
      const told = options.quiet === true || Object.keys(hints).length === 0 ? undefined : hints
      const written = writeDown({ ...linked, thread, events, hints: told })
      return { value: { value }, last: written === undefined ? last : [...last, written.compile(db)] }
    },
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

type Taken = Pick<Work, 'thread' | 'now' | 'lease' | 'freshId' | 'policy' | 'call'> & { readonly head: Head }

/**
 * Locks the thread's row, then looks at what is true now that it is ours: statements of their own, as the one that waited for the lock
 * saw the time before it. Undefined: no such thread.
 */
async function takeThread(
  db: Db,
  connection: OneConnection,
  key: ThreadKey,
  { call: callId, policy = false }: ThreadOptions,
): Promise<Taken | undefined> {
  const threads = connection.send(
    sql<ThreadRow>`select * from threads where id = ${threadOf(key)} for no key update`.compile(db),
  )
  const looks = connection.send(look(key, policy).compile(db))
  const calls =
    callId === undefined
      ? Promise.resolve([])
      : connection.send(sql<CallRow>`select * from calls where id = ${callId}`.compile(db))
  await allOver([threads, looks, calls])
  const [thread] = await threads
  const [found] = await looks
  if (thread === undefined) return undefined
  if (found === undefined) throw new Error('the database did not say the time')
  const { now, seq, hash, epoch, owner, fresh, policy: version } = found
  return {
    thread,
    now,
    head: seq === null || hash === null ? genesis(thread.id) : { seq, hash },
    lease: epoch === null || !('turn' in key) ? undefined : { turnId: key.turn, epoch, owner },
    freshId: fresh,
    policy: version ?? undefined,
    call: (await calls)[0],
  }
}

function threadOf(key: ThreadKey): RawBuilder<unknown> {
  if ('thread' in key) return sql`${key.thread}`
  return 'turn' in key
    ? sql`(select thread_id from turns where id = ${key.turn})`
    : sql`(select thread_id from calls where id = ${key.call})`
}

interface Look {
  readonly now: Instant
  readonly seq: number | null
  readonly hash: string | null
  readonly epoch: number | null
  readonly owner: string | null
  readonly fresh: string
  readonly policy: string | null
}

function look(key: ThreadKey, withPolicy: boolean): RawBuilder<Look> {
  const policy = withPolicy
    ? sql`(select ${policyVersion} from threads where threads.id = ${threadOf(key)})`
    : sql`null::text`
  const turnId = 'turn' in key ? key.turn : null
  return sql<Look>`
    select clock_timestamp() as now, new_id('') as fresh, ${policy} as policy, audit_heads.seq, audit_heads.hash, turns.epoch, turns.owner from (select) as one
      left join audit_heads on audit_heads.chain = ${threadOf(key)}
      left join turns on turns.id = ${turnId} and turns.status = 'running' and turns.lease_until > clock_timestamp()`
}

interface Written {
  readonly thread: ThreadRow
  readonly rows: readonly AuditRow[]
  readonly head: Head
  readonly events: readonly ThreadEvent[]
  readonly hints: Hints | undefined
}

/** Audit rows, events and the notification of a transaction, in one statement: a call makes several transactions, a step several calls. */
function writeDown({ thread, rows, head, events, hints }: Written): RawBuilder<unknown> | undefined {
  const parts: RawBuilder<unknown>[] = []
  if (rows.length > 0) {
    const values = rows.map(
      ({ chain, seq, at, kind, callId, body, prev, hash }) =>
        sql`(${chain}, ${seq}::bigint, ${moment(at)}, ${kind}, ${callId}, ${body}, ${prev}, ${hash})`,
    )
    parts.push(
      sql`audited as (insert into audit (chain, seq, at, kind, call_id, body, prev, hash) values ${sql.join(values)})`,
      sql`ahead as (insert into audit_heads (chain, seq, hash) values (${thread.id}, ${head.seq}, ${head.hash})
        on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash)`,
    )
  }
  if (events.length > 0) {
    const values = events.map(
      (event, index) =>
        sql`(${thread.id}, ${thread.seq + index + 1}::bigint, ${JSON.stringify(event)}::json)`,
    )
    parts.push(
      sql`told as (insert into outbox (thread_id, seq, event) values ${sql.join(values)})`,
      sql`numbered as (update threads set seq = ${thread.seq + events.length} where id = ${thread.id})`,
    )
  }
  if (parts.length === 0 && hints === undefined) return undefined
  // Sent when the transaction commits, and only then.
  const last = hints === undefined ? sql`select 1` : sql`select pg_notify(${CHANNEL}, ${writeHints(hints)})`
  return sql`${parts.length === 0 ? sql`` : sql`with ${sql.join(parts)} `}${last}`
}

/** A change that fails where nothing was there to be changed: what it was made for does not hold. */
export function mustChange(change: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with changed as (${change} returning 1) select 1 / count(*) from changed`
}

/** What a person does outside of any thread has a chain of its own; its writers come one after the other. */
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

/** Sent when the transaction commits, and only then. */
export async function notify(db: Db | Trx, hints: Hints): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${writeHints(hints)})`.execute(db)
}
