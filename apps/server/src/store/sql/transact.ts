import type { Instant } from '@countersign/protocol'
import { genesis, link, type Head } from '../../audit/chain.ts'
import { TransactionLog } from './transaction-log.ts'
import { codeOf } from './store-error.ts'
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
  type Change,
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
  const bodies = [{ body, options }]
  if (!('turn' in key)) return firstOf(await inTransaction(parts, key, { deferred: [], bodies }))
  if (options.shares === true) return shared(parts, key, body, options)
  return parts.turns.inOrder(key.turn, async () => firstOf(await ofTurn(parts, key, bodies)))
}

function firstOf<T>(values: readonly T[] | undefined): T | undefined {
  return values?.[0]
}

type TurnKey = Extract<ThreadKey, { readonly turn: unknown }>

/** A transaction of a turn, with its deferred writes. */
function ofTurn<T>(
  parts: StoreParts,
  key: TurnKey,
  bodies: Bodies<T>['bodies'],
  attempt?: Attempt,
): Promise<readonly T[] | undefined> {
  return parts.deferred.flushWith(key.turn, (deferred) =>
    inTransaction(parts, key, { deferred, bodies, attempt }),
  )
}

/** Calls that run side by side propose and end side by side; one transaction for several of them costs hardly more than for one. */
function shared<T>(
  parts: StoreParts,
  key: TurnKey,
  body: (work: Work) => Promise<T>,
  options: ThreadOptions,
): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  const settle = (value: unknown) => resolve(value as T | undefined) // what `body` returned
  const change = { body, options, resolve: settle, reject }
  parts.turns.together(key.turn, change, (changes) => writeAll(parts, key, changes)).catch(reject)
  return promise
}

/** Tells each how it ended. If nothing was written, each is tried alone: one that cannot be written must not fail the others. */
async function writeAll(parts: StoreParts, key: TurnKey, changes: readonly Change[]): Promise<void> {
  const attempt: Attempt = { mayBeWritten: false }
  try {
    const values = await ofTurn(parts, key, changes, attempt)
    for (const [index, { resolve }] of changes.entries()) resolve(values?.[index])
  } catch (cause) {
    const wroteNothing = !attempt.mayBeWritten || OF_A_VALUE.test(codeOf(cause) ?? '')
    if (changes.length > 1 && wroteNothing) for (const change of changes) await writeAll(parts, key, [change])
    else for (const { reject } of changes) reject(cause)
  }
}

/** PostgreSQL: the database does not take what a statement contains. */
const OF_A_VALUE = /^(?:22|23|54|P0)...$/

/** The writes of one transaction, in this order. */
interface Bodies<T> {
  readonly deferred: readonly DeferredWrite<Work>[]
  readonly bodies: readonly {
    readonly body: (work: Work) => Promise<T>
    readonly options: ThreadOptions
  }[]
  readonly attempt?: Attempt | undefined
}

/** The last attempt at a transaction. */
interface Attempt {
  /** Its commit was sent. */
  mayBeWritten: boolean
}

async function inTransaction<T>(
  parts: StoreParts,
  key: ThreadKey,
  { deferred, bodies, attempt }: Bodies<T>,
): Promise<readonly T[] | undefined> {
  const { pool, processId } = parts
  let promised: Hints | undefined
  const result = await transactOn(pool, {
    first(connection) {
      if (attempt !== undefined) attempt.mayBeWritten = false
      return takeThread(
        connection,
        key,
        bodies.map(({ options }) => options),
      )
    },
    async body({ trx, send }, taken) {
      if (taken === undefined) return undefined
      const { thread, now, head, calls } = taken
      const log = new TransactionLog()
      const flush = () => allOver(log.takeWrites(key).map((change) => send(toStatement(change))))
      const work = { trx, processId, ...taken, call: undefined, ...log.collector(taken), flush }
      for (const { write } of deferred) await write(work)
      // Now, because the bodies may read them.
      await flush()
      const values: T[] = []
      for (const { body, options } of bodies)
        values.push(await body({ ...work, call: calls.find(({ id }) => id === options.call) }))
      const linked = link(thread.id, head, now, log.entries)
      const hints = log.hintsOf(thread)
      const goesOn = taken.lease !== undefined && bodies.every(({ options }) => options.goesOn === true)
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
      if (attempt !== undefined) attempt.mayBeWritten = true
      return { value: { values, hints, notifies, committed }, last }
    },
  }).catch((cause: unknown) => {
    // It may have been committed all the same, and this process ignores the echo of its own notification.
    if (promised?.thread !== undefined) parts.recent.forget(promised.thread)
    if (promised !== undefined) parts.bus.emit(promised)
    throw cause
  })
  if (result === undefined) return undefined
  const { values, hints, notifies, committed } = result
  const { thread, events, size } = committed
  if (events.length > 0) parts.recent.add(thread.id, thread.seq + 1, events, size)
  tell(parts, hints, notifies)
  return values
}

/** Audit rows and events in one statement, and the notification, which PostgreSQL sends only if the transaction commits. */
function ending(parts: readonly Piece[], hints: Hints | undefined): readonly Piece[] {
  if (parts.length === 0 && hints === undefined) return []
  const last = hints ? piece`select pg_notify(${CHANNEL}, ${writeHints(hints)})` : piece`select 1`
  return [parts.length === 0 ? last : piece`with ${listed(parts)} ${last}`]
}

type Taken = Pick<Work, 'thread' | 'now' | 'lease' | 'policy'> & {
  /** Those that were asked for. */
  readonly calls: readonly CallRow[]
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
  options: readonly ThreadOptions[],
): Promise<Taken | undefined> {
  const ids = options.flatMap(({ call }) => call ?? [])
  const withPolicy = options.some(({ policy }) => policy !== undefined)
  const threads = connection.send<ThreadRow>(
    toStatement(piece`select * from threads where id = ${threadOf(key)} for no key update`),
  )
  const looks = connection.send<Look>(toStatement(look(key, withPolicy)))
  const calls =
    ids.length === 0
      ? Promise.resolve([])
      : connection.send<CallRow>(toStatement(piece`select * from calls where id = any(${ids})`))
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
    calls: await calls,
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
