import type { Instant } from '@countersign/protocol'
import { genesis, link, type Head } from '../../audit/chain.ts'
import { TransactionLog } from './transaction-log.ts'
import type { DeferredWrite } from './deferred-writes.ts'
import { CHANNEL, writeHints, type Hints } from './hints.ts'
import { ledgerParts } from './ledger.ts'
import { allOver, transactOn, type OneConnection } from './one-connection.ts'
import { listed, piece, raw, toStatement, type Piece } from './piece.ts'
import { POLICY_VERSION } from './policy-version.ts'
import type { CallRow, ThreadRow } from './tables.ts'
import {
  goesWithCommit,
  tell,
  type StoreParts,
  type ThreadKey,
  type ThreadOptions,
  type Work,
} from './work.ts'

/**
 * Runs a transaction in a thread. The thread's row is locked first, so transitions of one thread are serialised over all processes and
 * cannot deadlock; events are numbered and audit rows chained in that order. Undefined: no such thread.
 */
export async function transact<T>(
  parts: StoreParts,
  key: ThreadKey,
  body: (work: Work) => Promise<T>,
  options: ThreadOptions = {},
): Promise<T | undefined> {
  if (!('turn' in key)) return inTransaction(parts, key, { deferred: [], body }, options)
  return parts.turns.inOrder(key.turn, () =>
    parts.deferred.flushWith(key.turn, (deferred) => inTransaction(parts, key, { deferred, body }, options)),
  )
}

/** The writes of one transaction, in this order. */
interface Bodies<T> {
  readonly deferred: readonly DeferredWrite<Work>[]
  readonly body: (work: Work) => Promise<T>
}

async function inTransaction<T>(
  parts: StoreParts,
  key: ThreadKey,
  { deferred, body }: Bodies<T>,
  options: ThreadOptions,
): Promise<T | undefined> {
  const { pool, processId } = parts
  let promised: Hints | undefined
  const result = await transactOn(pool, {
    first: (connection) => takeThread(connection, key, options),
    async body({ trx, send }, taken) {
      if (taken === undefined) return undefined
      const { thread, now, head } = taken
      const log = new TransactionLog()
      const work = { trx, processId, ...taken, ...log.collector(taken) }
      for (const { write } of deferred) await write(work)
      // Now, because the body may read them.
      await allOver(log.takeWrites(key).map((change) => send(toStatement(change))))
      const value = await body(work)
      const linked = link(thread.id, head, now, log.entries)
      const hints = log.hintsOf(thread)
      const goesOn = options.goesOn === true && taken.lease !== undefined
      const notifies = goesWithCommit(hints, goesOn)
      promised = hints
      const events = log.events.map((event) => JSON.stringify(event))
      const last = [
        ...log.takeWrites(key),
        ...ending(
          ledgerParts({ ...linked, thread, events }),
          notifies ? { ...hints, from: processId } : undefined,
        ),
      ].map(toStatement)
      const committed = { thread, events: log.events, size: events.join('').length }
      return { value: { value, hints, notifies, committed }, last }
    },
  }).catch((cause: unknown) => {
    // It may have been committed all the same, and this process ignores the echo of its own notification.
    if (promised?.thread !== undefined) parts.recent.forget(promised.thread)
    if (promised !== undefined) parts.bus.emit(promised)
    throw cause
  })
  if (result === undefined) return undefined
  const { value, hints, notifies, committed } = result
  const { thread, events, size } = committed
  if (events.length > 0) parts.recent.add(thread.id, thread.seq + 1, events, size)
  tell(parts, hints, notifies)
  return value
}

/** Audit rows and events in one statement, and the notification, which PostgreSQL sends only if the transaction commits. */
function ending(parts: readonly Piece[], hints: Hints | undefined): readonly Piece[] {
  if (parts.length === 0 && hints === undefined) return []
  const last = hints ? piece`select pg_notify(${CHANNEL}, ${writeHints(hints)})` : piece`select 1`
  return [parts.length === 0 ? last : piece`with ${listed(parts)} ${last}`]
}

type Taken = Pick<Work, 'thread' | 'now' | 'lease' | 'policy' | 'call'> & {
  readonly head: Head
  readonly freshId: string
}

/**
 * Locks the thread's row, then reads the current state in separate statements, because the one that waited for the lock has an older
 * snapshot. Undefined: no such thread.
 */
async function takeThread(
  connection: OneConnection,
  key: ThreadKey,
  { call: callId, policy }: ThreadOptions,
): Promise<Taken | undefined> {
  const threads = connection.send<ThreadRow>(
    toStatement(piece`select * from threads where id = ${threadOf(key)} for no key update`),
  )
  const looks = connection.send<Look>(toStatement(look(key, policy !== undefined)))
  const calls =
    callId === undefined
      ? Promise.resolve([])
      : connection.send<CallRow>(toStatement(piece`select * from calls where id = ${callId}`))
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

function threadOf(key: ThreadKey): Piece {
  if ('thread' in key) return piece`${key.thread}`
  if ('hand' in key) return piece`(select thread_id from hands where id = ${key.hand})`
  return 'turn' in key
    ? piece`(select thread_id from turns where id = ${key.turn})`
    : piece`(select thread_id from calls where id = ${key.call})`
}

interface Look {
  readonly now: Instant
  readonly fresh: string
  readonly seq: number | null
  readonly hash: string | null
  readonly epoch: number | null
  readonly owner: string | null
  readonly policy: string | null
}

function look(key: ThreadKey, withPolicy: boolean): Piece {
  const policy = withPolicy
    ? piece`(select ${raw(POLICY_VERSION)} from threads where threads.id = ${threadOf(key)})`
    : raw('null::text')
  const turnId = 'turn' in key ? key.turn : null
  return piece`
    select clock_timestamp() as now, new_id('') as fresh, ${policy} as policy, audit_heads.seq, audit_heads.hash,
      turns.epoch, turns.owner
    from (select) as one
      left join audit_heads on audit_heads.chain = ${threadOf(key)}
      left join turns on turns.id = ${turnId} and turns.status = 'running' and turns.lease_until > clock_timestamp()`
}
