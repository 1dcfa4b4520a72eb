import type { CallStore } from '@countersign/agent'
import type { UserId } from '@countersign/protocol'
import { sql } from 'kysely'
import { hostname } from 'node:os'
import { Client, type ClientConfig, type Pool } from 'pg'
import type { Audit } from '../audit/ports.ts'
import { storedAudit } from './audit/stored-audit.ts'
import type { WaitedCalls } from '../gate/answer-waits.ts'
import type { Approvals, Hands, Recovery } from '../gate/ports.ts'
import type { Rules } from '../rules/ports.ts'
import type { Threads, Turns } from '../turns/ports.ts'
import type { SettingsStore } from '../settings/ports.ts'
import type { Outbox } from '../turns/outbox.ts'
import type { Wakeups } from '../turns/wakeups.ts'
import { storedApprovals } from './approval/approvals.ts'
import { writeBackup } from './backup/export.ts'
import type { BackedUpFile, BackupFacts } from './backup/format.ts'
import { whyNotHere } from './backup/target.ts'
import { settleRestored } from './restore.ts'
import { storedCalls } from './call/calls.ts'
import { storedHands } from './call/hands.ts'
import { LOCK_CONNECTIONS, openDb, openPool, type Db } from './sql/database.ts'
import { openEmbedded, type Embedded } from './embedded/embedded.ts'
import { DeferredWrites } from './sql/deferred-writes.ts'
import { hintBus, type Hints } from './sql/hints.ts'
import { openListener } from './events/listener.ts'
import { migrate } from './sql/migrate.ts'
import { storedOutbox } from './events/outbox.ts'
import { RecentEvents } from './sql/recent-events.ts'
import { storedPathLocks } from './call/path-locks.ts'
import { pruner } from './events/prune.ts'
import { TurnQueue } from './sql/turn-queue.ts'
import { storedRecovery } from './turn/recovery.ts'
import { err, ok, type Result } from '@countersign/policy'
import { storedRules } from './thread/rules.ts'
import { storedSettings } from './sql/settings.ts'
import { causeText, type StoreError } from './sql/store-error.ts'
import { storedThreads } from './thread/threads.ts'
import { throttledNotify } from './sql/throttled-notify.ts'
import { storedRuns, type Runs } from './turn/start-run.ts'
import { eventBatches } from './sql/event-batches.ts'
import { storedTurns } from './turn/turns.ts'
import { storedWakeups } from './turn/wakeups.ts'
import type { Work } from './sql/work.ts'
import { storedUndo } from './call/undone-calls.ts'
import { isAbsent } from './events/presence.ts'
import { CORE, type Schema } from './sql/schema.ts'
import type { Relay } from '../turns/relay.ts'
import { storedRelay } from './events/relay.ts'
import type { TopicEvents } from '../turns/topic-events.ts'
import { storedTopicEvents } from './events/topic-events.ts'
import type { CallsToUndo } from '../checkpoints/ports.ts'
import type { PathLocks } from '../workspace/path-locks.ts'

export interface StoreConfig {
  /** The data folder: the embedded database, and the head of the audit. */
  readonly home: string
  /** A separate PostgreSQL instead of the embedded one. */
  readonly databaseUrl?: string
  /** The schemas of the database; by default only the core. */
  readonly schemas?: readonly Schema[]
  /** Milliseconds that a question waits for an answer; null: forever. */
  readonly approvalTimeout: number | null
  /** Milliseconds that a lease lasts unless it is renewed; 15 seconds by default. */
  readonly leaseLength?: number
  /** A unique name for this process. */
  readonly processId: string
  /** A person's name on a signature line; by default their id. */
  readonly nameOf?: (user: UserId) => string
  /** Reports an unexpected failure; the store continues. */
  readonly failed: (what: string, cause: unknown) => void
}

/** The store: everything that outlives the process. */
export interface Store {
  readonly threads: Threads
  readonly turns: Turns
  /** Runs that begin with one call of a person. */
  readonly runs: Runs
  /** Calls that wait for a time or a signal. */
  readonly wakeups: Wakeups
  readonly calls: CallStore & WaitedCalls
  readonly approvals: Approvals
  readonly hands: Hands
  readonly undo: CallsToUndo
  readonly recovery: Recovery
  readonly rules: Rules
  readonly outbox: Outbox
  readonly topics: TopicEvents
  readonly relay: Relay
  readonly settings: SettingsStore
  readonly audit: Audit
  /** Serialises changes of files, over all processes. */
  readonly paths: PathLocks
  /** Folders of an embedded database, inside or outside of the data folder. */
  readonly folders: readonly string[]
  /** Warnings about the location of the data, for people. */
  readonly warnings: readonly string[]
  /** For tests and tools that read the rows directly. */
  readonly db: Db
  /** Writes everything into a file, in one snapshot, while the store keeps working. */
  backup(file: string, files?: AsyncIterable<BackedUpFile>): Promise<Result<BackupFacts, StoreError>>
  /** Process ids of the servers on this machine, including this one. */
  servers(): Promise<ReadonlySet<number>>
  /** The same without this process and without servers that are known to be gone. */
  liveServers(): Promise<ReadonlySet<number>>
  /** Of several servers on this machine, the oldest living one does what must happen once. */
  isOldestHere(): Promise<boolean>
  /** Whether the database answers quickly. */
  reachable(): Promise<boolean>
  /** Prunes rows that nobody can request anymore. */
  prune(): Promise<void>
  /** Leaves the database; the last process to leave stops an embedded one. */
  close(): Promise<void>
}

/** The length of a lease in milliseconds. */
const LEASE = 15_000

/** Milliseconds after which a silent database is considered unreachable: a connection that hangs is as bad as a broken one. */
const REACH_LIMIT = 2000

/** Opens the store: starts or joins the database, migrates the schema, registers this process. */
export async function openStore(config: StoreConfig): Promise<Result<Store, StoreError>> {
  const { home, databaseUrl, schemas = [CORE] } = config
  const embedded = databaseUrl === undefined ? await openEmbedded(home, schemas) : ok(undefined)
  if (!embedded.ok) return embedded
  const connection = embedded.value?.connection ?? { connectionString: databaseUrl }
  const ready = await prepare(connection, schemas)
  if (!ready.ok) {
    await embedded.value?.close()
    return ready
  }
  try {
    return ok(await assemble(config, connection, embedded.value))
  } catch (cause) {
    await embedded.value?.close()
    return err(unreachable(cause))
  }
}

function unreachable(cause: unknown): StoreError {
  const message = `the database cannot be reached: ${causeText(cause)}; check \`DATABASE_URL\` and that PostgreSQL runs`
  return { code: 'unreachable', message, cause }
}

async function assemble(
  config: StoreConfig,
  connection: ClientConfig,
  embedded: Embedded | undefined,
): Promise<Store> {
  const { processId, approvalTimeout, failed, schemas = [CORE] } = config
  const pool = openPool(connection, failed)
  const db = openDb(pool)
  const lockPool = openPool(connection, failed, LOCK_CONNECTIONS)
  const bus = hintBus(failed)
  const nameOf = (user: UserId) => config.nameOf?.(user) ?? user
  const { leaseLength = LEASE } = config
  const turns = new TurnQueue()
  const streamed = throttledNotify(db, processId)
  const deferred = new DeferredWrites<Work>()
  const recent = new RecentEvents()
  const own = { db, pool, bus, processId, turns, deferred, streamed, recent, batches: eventBatches(pool) }
  const parts = { ...own, approvalTimeout, leaseLength, nameOf }
  const revive = async () => embedded?.revive()
  // This comes before the process is registered and claims a turn: calls of a backup must not run here.
  await settleRestored(parts)
  const remoteBus = {
    ...bus,
    emit(hints: Hints) {
      if (hints.thread !== undefined) recent.forget(hints.thread)
      bus.emit(hints)
    },
  }
  const listener = await openListener({ connection, db, bus: remoteBus, processId, revive, failed })
  const prune = pruner(db, schemas)
  const audit = storedAudit(parts, { home: config.home, failed })
  return {
    threads: storedThreads(parts),
    turns: storedTurns(parts),
    runs: storedRuns(parts),
    wakeups: storedWakeups(parts),
    calls: storedCalls(parts),
    undo: storedUndo(parts),
    approvals: storedApprovals(parts),
    hands: storedHands(parts),
    recovery: storedRecovery(parts),
    rules: storedRules(parts),
    outbox: storedOutbox(parts),
    topics: storedTopicEvents(parts),
    relay: storedRelay(parts),
    settings: storedSettings(parts),
    audit,
    paths: storedPathLocks(lockPool),
    folders: embedded?.folders ?? [],
    warnings: embedded?.warnings ?? [],
    db,
    backup: (file, files) => backup(pool, { file, files, home: config.home, schemas }, audit),
    ...serversHere(db, processId),
    reachable: () => answersIn(REACH_LIMIT, pool.query('select 1')),
    prune: async () => {
      await prune()
      recent.forgetAll()
    },
    async close() {
      streamed.close()
      await audit.close()
      await listener.close()
      await lockPool.end()
      await pool.end()
      await embedded?.close()
    },
  }
}

async function answersIn(limit: number, query: Promise<unknown>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined
  const silence = new Promise<boolean>((away) => {
    late = setTimeout(() => away(false), limit)
  })
  const answer = query.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, silence]).finally(() => clearTimeout(late))
}

async function backup(
  pool: Pool,
  {
    file,
    files,
    home,
    schemas,
  }: {
    readonly file: string
    readonly files: AsyncIterable<BackedUpFile> | undefined
    readonly home: string
    readonly schemas: readonly Schema[]
  },
  audit: Audit,
): Promise<Result<BackupFacts, StoreError>> {
  try {
    const why = await whyNotHere(file, home)
    if (why !== undefined) throw new Error(why)
    await audit.anchor()
    return ok(await writeBackup(pool, file, { heads: await audit.notedHeads(), schemas, files }))
  } catch (cause) {
    return err({
      code: 'not_written',
      message: `the backup \`${file}\` cannot be written: ${causeText(cause)}`,
      cause,
    })
  }
}

async function prepare(
  connection: ClientConfig,
  schemas: readonly Schema[],
): Promise<Result<void, StoreError>> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 })
  // The next query notices an idle connection that broke.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (cause) {
    return err(unreachable(cause))
  }
  try {
    return await migrate(client, schemas)
  } finally {
    await client.end()
  }
}

/** The server processes of this machine. */
function serversHere(db: Db, processId: string): Pick<Store, 'servers' | 'liveServers' | 'isOldestHere'> {
  const here = () => db.selectFrom('processes').where('host', '=', hostname())
  const living = () => here().where(sql<boolean>`not ${isAbsent()}`)
  return {
    async servers() {
      const rows = await here().select('pid').execute()
      return new Set([process.pid, ...rows.map(({ pid }) => pid)])
    },
    async liveServers() {
      const rows = await living().select('pid').where('id', '!=', processId).execute()
      return new Set(rows.map(({ pid }) => pid))
    },
    async isOldestHere() {
      const oldest = await living()
        .select('id')
        .orderBy('started_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return oldest === undefined || oldest.id === processId
    },
  }
}
