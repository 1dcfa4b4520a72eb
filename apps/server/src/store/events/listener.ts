import type { CallId, Instant, ThreadId, UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { repeating } from '../../repeating.ts'
import type { Db } from '../sql/database.ts'
import { ANY_WAKE, CHANNEL, readHints, type HintBus, type Hints } from '../sql/hints.ts'
import { PRESENCE_CLASS, setSeen } from './presence.ts'

export interface ListenerParts {
  readonly connection: ClientConfig
  readonly db: Db
  readonly bus: HintBus
  readonly processId: string
  /** Milliseconds between two heartbeats; the default is 5,000. */
  readonly heartbeat?: number
  /** Restarts the embedded database if it is gone. */
  revive(): Promise<void>
  failed(what: string, cause: unknown): void
}

const HEARTBEAT = 5000
/** Milliseconds between two polls if notifications do not arrive. */
const POLL = 250
/** Milliseconds that a notification may take at the start before we conclude that none arrive. */
const ECHO_PATIENCE = 3000
/** Milliseconds before a reconnect: first, and at most. */
const RETRY = { first: 30, most: 1000 } as const
/** Milliseconds by which each read overlaps the last one, because a transaction may commit after later ones. */
const OVERLAP = 5000

/**
 * A dedicated connection that holds this process's presence lock and receives notifications. It reconnects automatically and then
 * immediately reads what it missed. Behind a transaction pooler, where neither works, it polls.
 */
export async function openListener(parts: ListenerParts): Promise<{ close(): Promise<void> }> {
  const { db, processId } = parts
  await register(db, processId)
  let closing = false
  let client: Client | undefined
  let onEcho: () => void = () => undefined
  let lastLook = await databaseNow(db)
  const connect = async (): Promise<void> => {
    client = await openClient(parts, {
      echoed: () => onEcho(),
      ended: (gone) => {
        if (!closing && client === gone) void reconnect()
      },
    })
  }
  const catchUp = async (): Promise<void> => {
    const { now, hints } = await changesSince(db, lastLook - OVERLAP)
    lastLook = now
    for (const hint of hints) parts.bus.emit(hint)
  }
  async function reconnect(): Promise<void> {
    let connected = false
    for (let pause: number = RETRY.first; !closing; pause = Math.min(pause * 2, RETRY.most)) {
      await delay(pause)
      try {
        if (!connected) {
          await parts.revive()
          await connect()
          connected = true
        }
        await catchUp()
        return
      } catch (cause) {
        parts.failed('connecting to the database again', cause)
      }
    }
  }

  await connect()
  const arrives = await echoes(db, processId, (listener) => {
    onEcho = listener
  })
  if (!arrives) await setPresence(db, processId, false)
  const signOfLife = async (): Promise<void> => {
    await setSeen(db, processId)
    // A reply on the listening connection arrives after all earlier notifications, so a later search need not reach back further.
    const answer = await client?.query<{ now: Date }>('select clock_timestamp() as now')
    const now = answer?.rows[0]?.now.getTime()
    if (arrives && now !== undefined) lastLook = now
  }
  const beat = repeating(parts.heartbeat ?? HEARTBEAT, signOfLife, (cause) =>
    parts.failed('a sign of life', cause),
  )
  const poll = arrives
    ? undefined
    : repeating(POLL, catchUp, (cause) => parts.failed('looking for changes', cause))

  return {
    async close() {
      closing = true
      await beat.stop()
      await poll?.stop()
      await forget(db, processId)
      await client?.end().catch(() => undefined)
    },
  }
}

/** A connection that listens and holds the presence lock of this process. */
async function openClient(
  parts: ListenerParts,
  on: { echoed(): void; ended(gone: Client): void },
): Promise<Client> {
  const { bus, processId } = parts
  const client = new Client({
    ...parts.connection,
    application_name: 'countersign listener',
    keepAlive: true,
  })
  client.on('notification', ({ payload = '' }) => {
    if (payload === processId) return on.echoed()
    const hints = readHints(payload)
    if (hints.from !== processId) bus.emit(hints)
  })
  client.on('error', (cause) => parts.failed('the connection that receives notifications', cause))
  await client.connect()
  client.once('end', () => on.ended(client))
  try {
    await client.query(`listen ${CHANNEL}`)
    await client.query('select pg_advisory_lock($1::int, lock_key) from processes where id = $2', [
      PRESENCE_CLASS,
      processId,
    ])
  } catch (cause) {
    // If left open it would hold the presence lock that the next one waits for.
    await client.end().catch(() => undefined)
    throw cause
  }
  return client
}

/** Changes since then that notifications did not report, and the time of the query. */
async function changesSince(
  db: Db,
  since: Instant,
): Promise<{ readonly now: Instant; readonly hints: readonly Hints[] }> {
  const now = await databaseNow(db)
  const threads = await changedThreads(db, since)
  const topics = await changedTopics(db, since)
  const hints = [
    ...threads.map(({ thread_id, owner, calls }) => ({
      thread: thread_id,
      person: owner,
      listedThreads: [thread_id],
      listedCalls: calls,
    })),
    ...topics.map((topic) => ({ topic })),
    ANY_WAKE,
    { relay: 'any' } as const,
  ]
  return { now, hints }
}

async function register(db: Db, id: string): Promise<void> {
  const row = { host: hostname(), pid: process.pid, presence: true }
  await db
    .insertInto('processes')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, seen_at: sql<Instant>`now()` }))
    .execute()
}

/** True when a notification from this process comes back. */
async function echoes(db: Db, processId: string, onHeard: (listener: () => void) => void): Promise<boolean> {
  const stop = new AbortController()
  const echoed = new Promise<boolean>((resolve) => onHeard(() => resolve(true)))
  await sql`select pg_notify(${CHANNEL}, ${processId})`.execute(db)
  const tooLate = delay(ECHO_PATIENCE, false, { signal: stop.signal }).catch(() => false)
  const answer = await Promise.race([echoed, tooLate])
  stop.abort()
  return answer
}

async function forget(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('processes')
    .where('id', '=', id)
    .execute()
    .catch(() => undefined)
}

async function setPresence(db: Db, id: string, presence: boolean): Promise<void> {
  await db.updateTable('processes').set({ presence }).where('id', '=', id).execute()
}

async function databaseNow(db: Db): Promise<Instant> {
  const { rows } = await sql<{ now: Instant }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? 0
}

interface ChangedThread {
  readonly thread_id: ThreadId
  readonly owner: UserId
  readonly calls: readonly CallId[]
}

/**
 * Finds the call that an event names in its first characters: the database's own JSON functions reject some characters that a text may
 * contain.
 */
const ABOUT_CALL =
  '^\\{"type":"(?:tool_call_update","call":\\{"id|(?:tool_approval_request|approval_settled)","approval":\\{"id":"[^"]*","tool_call_id)":"([^"]*)"'
const FIRST_CHARACTERS = 300

/** Threads with events since then, and the calls that they concern. */
async function changedThreads(db: Db, since: Instant): Promise<readonly ChangedThread[]> {
  const call = sql`substring(left(outbox.event::text, ${FIRST_CHARACTERS}::integer) from ${ABOUT_CALL})`
  const { rows } = await sql<ChangedThread>`
    select outbox.thread_id, threads.owner,
      coalesce(array_agg(distinct ${call}) filter (where ${call} is not null), '{}') as calls
    from outbox join threads on threads.id = outbox.thread_id
    where outbox.at >= to_timestamp(${since}::float8 / 1000)
    group by outbox.thread_id, threads.owner`.execute(db)
  return rows
}

/** Topics with events since then. */
async function changedTopics(db: Db, since: Instant): Promise<readonly string[]> {
  const { rows } = await sql<{ topic: string }>`
    select distinct topic from topic_events where at >= to_timestamp(${since}::float8 / 1000)`.execute(db)
  return rows.map(({ topic }) => topic)
}
