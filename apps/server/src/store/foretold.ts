import type { Instant } from '@countersign/protocol'
import { link } from '../audit/chain.ts'
import type { Trx } from './database.ts'
import { Gathered } from './gathered.ts'
import type { HeldWrite } from './held-writes.ts'
import { ledgerParts } from './ledger.ts'
import { sendOnce } from './one-connection.ts'
import { listed, piece, raw, toStatement, type Piece } from './piece.ts'
import { POLICY_VERSION } from './policy-version.ts'
import type { RememberedTurn } from './remembered-turns.ts'
import { codeOf } from './store-error.ts'
import { goesWithCommit, tell, withEvents, type StoreParts, type ThreadOptions, type Work } from './work.ts'

/**
 * A transaction in a thread as one statement: everything that it would look at first is remembered, and the statement does nothing at
 * all where any of it is not so any more. Undefined: then, or where someone else has the thread right now; nothing was done, and it
 * takes the long way.
 */
export async function inOneStatement<T>(
  parts: StoreParts,
  turn: RememberedTurn,
  { held, body }: Bodies<T>,
  { call: callId, begun = false, policy }: ThreadOptions,
): Promise<{ readonly value: T } | undefined> {
  const { pool, turns } = parts
  const call = callId === undefined ? undefined : turns.begun(callId)
  if (begun && call === undefined) return undefined
  const { thread, lease } = turn
  const now = turns.nowOf(turn)
  const gathered = new Gathered()
  const work = {
    trx: NONE,
    thread,
    now,
    lease,
    policy,
    call,
    ...gathered.collector(turn),
  }
  for (const { write } of held) await write(work)
  const value = await body(work)
  const hints = gathered.hintsOf(thread)
  // Seldom: someone waits for it, and the long way notifies.
  if (goesWithCommit(hints, true)) return undefined
  const linked = link(thread.id, turn.head, now, gathered.entries)
  const { events } = gathered
  const ledger = ledgerParts({ ...linked, thread, events })
  const statement = toStatement(whole(unchanged(turn, now, policy), gathered, lease.turnId, ledger))
  let done: Done | undefined
  try {
    ;[done] = await sendOnce<Done>(pool, statement)
  } catch (cause) {
    turns.forget(lease.turnId)
    if (!OTHERWISE.has(codeOf(cause) ?? '')) throw cause
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

/** What is done in one transaction, in this order. */
export interface Bodies<T> {
  readonly held: readonly HeldWrite<Work>[]
  readonly body: (work: Work) => Promise<T>
}

interface Done {
  readonly now: Instant
  readonly fresh: string
}

/** What was remembered is not so (the division), or what is to be added is there. */
const OTHERWISE = new Set(['22012', '23505'])

/** What is foretold asks nothing on the way. */
const NOBODY = {} as Trx // stands for a transaction that is never there
const NONE = new Proxy(NOBODY, {
  get() {
    throw new Error('a foretold transaction asked the database')
  },
})

/** Milliseconds by which our idea of the database's clock may be wrong. */
const CLOCK_TOLERANCE = 1000

/**
 * The rows that say that everything is as remembered, locked as the long way locks the thread's. Every change in a thread numbers an
 * event or chains an audit row. It does not wait for a lock: after a wait the rest of the statement would still see the time before it.
 */
function unchanged({ thread, head, lease }: RememberedTurn, now: Instant, policy: string | undefined): Piece {
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

/** Parts of a statement that write are done after its last part was read: where that one fails, nothing is. */
function whole(
  mine: Piece,
  gathered: Gathered,
  turn: RememberedTurn['lease']['turnId'],
  ledger: readonly Piece[],
): Piece {
  const written = gathered.writes.map(({ change, must }, index) =>
    must
      ? piece`${raw(`changed_${index}`)} as (${change} returning 1)`
      : piece`${raw(`written_${index}`)} as (${change})`,
  )
  const checks = gathered.writes
    .map(({ must }, index) => (must ? `, 1 / (select count(*) from changed_${index})` : ''))
    .join('')
  const spent = gathered.spending({ turn }).map((change) => piece`spent as (${change})`)
  return piece`with ${listed([piece`mine as materialized (${mine})`, ...written, ...spent, ...ledger])}
    select 1 / count(*), max(mine.now) as now, new_id('') as fresh${raw(checks)} from mine`
}
