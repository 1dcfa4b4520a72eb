import type { Instant } from '@countersign/protocol'
import { link } from '../../audit/chain.ts'
import type { Trx } from './database.ts'
import { TransactionLog } from './transaction-log.ts'
import type { DeferredWrite } from './deferred-writes.ts'
import { ledgerParts } from './ledger.ts'
import { sendOnce } from './one-connection.ts'
import { listed, piece, raw, toStatement, type Piece } from './piece.ts'
import { POLICY_VERSION } from './policy-version.ts'
import type { RememberedTurn } from './remembered-turns.ts'
import { codeOf } from './store-error.ts'
import { goesWithCommit, tell, withEvents, type StoreParts, type ThreadOptions, type Work } from './work.ts'

/**
 * Writes a transaction in a thread optimistically, as one statement: this process remembers what the transaction would read first, and the
 * statement changes nothing at all unless the database still agrees with every bit of it. Without this a step takes three times as many
 * round trips. Undefined: the database does not agree, or someone else has the thread right now; nothing was done, and the caller runs an
 * ordinary transaction.
 */
export async function writeOptimistically<T>(
  parts: StoreParts,
  turn: RememberedTurn,
  { deferred, body }: Bodies<T>,
  { call: callId, begun = false, policy }: ThreadOptions,
): Promise<{ readonly value: T } | undefined> {
  const { pool, turns } = parts
  const call = callId === undefined ? undefined : turns.begun(callId)
  if (begun && call === undefined) return undefined
  const { thread, lease } = turn
  const now = turns.nowOf(turn)
  const log = new TransactionLog()
  const work = {
    trx: NO_READS,
    thread,
    now,
    lease,
    policy,
    call,
    ...log.collector(turn),
  }
  for (const { write } of deferred) await write(work)
  const value = await body(work)
  const hints = log.hintsOf(thread)
  // Seldom: someone waits for it, and an ordinary transaction notifies.
  if (goesWithCommit(hints, true)) return undefined
  const linked = link(thread.id, turn.head, now, log.entries)
  const { events } = log
  const ledger = ledgerParts({ ...linked, thread, events })
  const statement = toStatement(wholeStatement(asRemembered(turn, now, policy), log, lease.turnId, ledger))
  let done: Done | undefined
  try {
    ;[done] = await sendOnce<Done>(pool, statement)
  } catch (cause) {
    turns.forget(lease.turnId)
    if (!DISAGREES.has(codeOf(cause) ?? '')) throw cause
  }
  if (done === undefined) return undefined
  turns.remember({
    thread: withEvents(thread, events.length),
    head: linked.head,
    lease,
    freshId: done.fresh,
    now: done.now,
  })
  tell(parts, hints, false)
  return { value }
}

/** The writes of one transaction, in this order. */
export interface Bodies<T> {
  readonly deferred: readonly DeferredWrite<Work>[]
  readonly body: (work: Work) => Promise<T>
}

interface Done {
  readonly now: Instant
  readonly fresh: string
}

/** The remembered state is outdated (`22012`, see `wholeStatement`), or a row to insert already exists (`23505`). */
const DISAGREES = new Set(['22012', '23505'])

/** There is no transaction to read in: a body that tries breaks the promise it made with `optimistic`. */
const NOTHING = {} as Trx // every property of it throws
const NO_READS = new Proxy(NOTHING, {
  get() {
    throw new Error('an optimistic write tried to read')
  },
})

/** Milliseconds by which our idea of the database's clock may be wrong. */
const CLOCK_TOLERANCE = 1000

/**
 * Selects one row if everything is as remembered, and none otherwise; locks the thread as an ordinary transaction does. Every change in a
 * thread numbers an event or chains an audit row, so these numbers are enough. It skips a thread that is locked instead of waiting: after a
 * wait the rest of the statement would still see the time before it.
 */
function asRemembered(
  { thread, head, lease }: RememberedTurn,
  now: Instant,
  policy: string | undefined,
): Piece {
  const samePolicy = policy === undefined ? NO_CONDITION : piece` and ${POLICY} = ${policy}`
  return piece`
    select clock_timestamp() as now
    from threads join turns on turns.thread_id = threads.id join audit_heads on audit_heads.chain = threads.id
    where threads.id = ${thread.id} and threads.seq = ${thread.seq}::bigint
      and threads.permission_mode = ${thread.permission_mode}
      and turns.id = ${lease.turnId} and turns.epoch = ${lease.epoch}::bigint and turns.status = 'running'
      and turns.lease_until > clock_timestamp()
      and audit_heads.seq = ${head.seq}::bigint and audit_heads.hash = ${head.hash}
      and abs(extract(epoch from clock_timestamp()) * 1000 - ${now}::float8) < ${CLOCK_TOLERANCE}::float8${samePolicy}
    for no key update skip locked`
}

const NO_CONDITION = raw('')
const POLICY = raw(POLICY_VERSION)

/**
 * All writes as parts of one statement. SQL has no assertion: dividing by the number of rows found makes the whole statement fail where
 * there is none, and then nothing of it was written.
 */
function wholeStatement(
  mine: Piece,
  log: TransactionLog,
  turn: RememberedTurn['lease']['turnId'],
  ledger: readonly Piece[],
): Piece {
  const written = log.writes.map(({ change, exactlyOne }, index) =>
    exactlyOne
      ? piece`${raw(`changed_${index}`)} as (${change} returning 1)`
      : piece`${raw(`written_${index}`)} as (${change})`,
  )
  const checks = log.writes
    .map(({ exactlyOne }, index) => (exactlyOne ? `, 1 / (select count(*) from changed_${index})` : ''))
    .join('')
  const spent = log.spending({ turn }).map((change) => piece`spent as (${change})`)
  return piece`with ${listed([piece`mine as materialized (${mine})`, ...written, ...spent, ...ledger])}
    select 1 / count(*), max(mine.now) as now, new_id('') as fresh${raw(checks)} from mine`
}
