/** @module-tag slow */
import type { ThreadId } from '@countersign/protocol'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import type { OutboxHint } from '../../turns/outbox.ts'
import { openDb, openPool } from '../sql/database.ts'
import { hintBus, readHints, writeHints } from '../sql/hints.ts'
import { notify } from '../sql/notify.ts'
import { openListener } from './listener.ts'
import { migrate } from '../sql/migrate.ts'
import { PRESENCE_CLASS } from './presence.ts'
import { externalGround, newDatabase } from '../testing/grounds.ts'
import { closeScene, newCallId, newThread, newUser, openScene, plainUuid, propose } from '../testing/scene.ts'

/** Locks of other databases have the same keys: other tests use them on this server. */
const IN_THIS_DATABASE = sql`pg_locks.database = (select oid from pg_database where datname = current_database())`

test('a connection that is cut comes back, with its presence, and looks for what it missed', async () => {
  const ground = await externalGround()
  const [idA, idB] = [plainUuid(), plainUuid()]
  const [a, b] = [await ground.open(idA, { failed: () => undefined }), await ground.open(idB)]
  const heard: OutboxHint[] = []
  a.outbox.listen((hint) => heard.push(hint))
  const holder = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pg_locks.pid from pg_locks join processes on processes.lock_key::oid = pg_locks.objid
      where pg_locks.classid = ${PRESENCE_CLASS}::oid and ${IN_THIS_DATABASE} and processes.id = ${idA}`.execute(
      b.db,
    )
    return rows[0]?.pid
  }
  const before = await holder()
  expect(before).toBeDefined()
  await sql`select pg_terminate_backend(${before})`.execute(b.db)
  const scene = await openScene(b, idB)
  await vi.waitFor(
    async () => {
      expect(await holder()).toBeDefined()
      expect(await holder()).not.toBe(before)
    },
    { timeout: 10_000 },
  )
  // What happened while nobody listened is found, and so is what happens now.
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'thread', threadId: scene.thread.id }), {
    timeout: 10_000,
  })
  heard.length = 0
  const call = await propose(scene, 'ask')
  const changed = { calls: [call.id], threads: [] }
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'person', userId: scene.user, changed }), {
    timeout: 10_000,
  })
  await closeScene(scene)
  await a.close()
  await b.close()
  await ground.close()
}, 60_000)

test('whatever characters events hold, what was missed is found, with the calls that it is about', async () => {
  const ground = await externalGround()
  const [idA, idB] = [plainUuid(), plainUuid()]
  const problems: string[] = []
  const a = await ground.open(idA, { failed: (what) => problems.push(what) })
  const b = await ground.open(idB)
  const heard: OutboxHint[] = []
  a.outbox.listen((hint) => heard.push(hint))
  const scene = await openScene(b, idB)
  const call = await propose(scene, 'run')
  await b.calls.begin(scene.lease, call.id, call.hash)
  await b.turns.output(scene.lease, call.id, 'null \0 and half of \ud83d')
  await b.calls.end(scene.lease, call.id, { state: 'failed', code: 'x', text: 'null \0 and half of \ud83d' })
  const asked = await propose(scene, 'ask')
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'thread', threadId: scene.thread.id }))
  heard.length = 0
  await sql`
    select pg_terminate_backend(pg_locks.pid) from pg_locks join processes on processes.lock_key::oid = pg_locks.objid
    where pg_locks.classid = ${PRESENCE_CLASS}::oid and ${IN_THIS_DATABASE} and processes.id = ${idA}`.execute(
    b.db,
  )
  const calls = [call.id, asked.id].toSorted()
  await vi.waitFor(
    () => {
      const found = heard.find((hint) => hint.kind === 'person' && hint.changed.calls.length === 2)
      expect(
        found?.kind === 'person' && found.changed.calls !== 'any' && found.changed.calls.toSorted(),
      ).toEqual(calls)
    },
    { timeout: 10_000 },
  )
  expect(problems.filter((problem) => problem.startsWith('connecting'))).toEqual([])
  await closeScene(scene)
  await a.close()
  await b.close()
  await ground.close()
}, 60_000)

test('what was heard long before a connection was cut is not looked for again', async () => {
  const ground = await externalGround()
  const [store, id] = [await ground.open(plainUuid()), plainUuid()]
  const pool = openPool({ connectionString: ground.databaseUrl }, () => undefined)
  const db = openDb(pool)
  const bus = hintBus(() => undefined)
  const listener = await openListener({
    connection: { connectionString: ground.databaseUrl },
    db,
    bus,
    processId: id,
    heartbeat: 50,
    revive: () => Promise.resolve(),
    failed: () => undefined,
  })
  const [user, other] = [newUser(), newUser()]
  const heardOf = await newThread(store, user)
  await store.turns.start(user, heardOf.id, { text: 'long ago' })
  // As if that had been some time ago, when this process was there already.
  await sql`update outbox set at = at - interval '4 seconds'`.execute(db)
  const from = Date.now()
  await vi.waitFor(() => expect(Date.now() - from).toBeGreaterThan(2500), { timeout: 10_000 })
  const missed = await newThread(store, other)
  await store.turns.start(other, missed.id, { text: 'just now' })
  const heard: OutboxHint[] = []
  bus.listen((hint) => heard.push(hint))
  await sql`
    select pg_terminate_backend(pg_locks.pid) from pg_locks join processes on processes.lock_key::oid = pg_locks.objid
    where pg_locks.classid = ${PRESENCE_CLASS}::oid and ${IN_THIS_DATABASE} and processes.id = ${id}`.execute(
    db,
  )
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'wake', calls: 'any', stopped: 'any' }), {
    timeout: 10_000,
  })
  const threads = heard.flatMap((hint) => (hint.kind === 'thread' ? [hint.threadId] : []))
  expect(threads).toContain(missed.id)
  expect(threads).not.toContain(heardOf.id)
  await listener.close()
  await pool.end()
  await store.turns.stop(user, heardOf.id)
  await store.turns.stop(other, missed.id)
  await store.close()
  await ground.close()
}, 60_000)

test('where notifications do not arrive it polls, and its presence counts for nothing', async () => {
  const ground = await externalGround()
  const store = await ground.open(plainUuid())
  // Notifications stay within a database: a listener on another one hears none, as behind a transaction pooler.
  const elsewhere = await newDatabase()
  const client = new Client({ connectionString: elsewhere })
  await client.connect()
  await migrate(client)
  await client.end()
  const pool = openPool({ connectionString: ground.databaseUrl }, () => undefined)
  const db = openDb(pool)
  const bus = hintBus(() => undefined)
  const id = plainUuid()
  const listener = await openListener({
    connection: { connectionString: elsewhere },
    db,
    bus,
    processId: id,
    revive: () => Promise.resolve(),
    failed: () => undefined,
  })
  const row = await db.selectFrom('processes').select('presence').where('id', '=', id).executeTakeFirst()
  expect(row?.presence).toBe(false)
  const heard: OutboxHint[] = []
  bus.listen((hint) => heard.push(hint))
  const user = newUser()
  const thread = await newThread(store, user)
  await store.turns.start(user, thread.id, { text: 'go' })
  await vi.waitFor(
    () => {
      expect(heard).toContainEqual({ kind: 'thread', threadId: thread.id })
      const changed = { calls: [], threads: [thread.id] }
      expect(heard).toContainEqual({ kind: 'person', userId: user, changed })
      expect(heard).toContainEqual({ kind: 'wake', calls: 'any', stopped: 'any' })
    },
    { timeout: 10_000 },
  )
  // It has no lock that could fall, and is not taken for dead because of that.
  expect(await store.recovery.recover()).toMatchObject({ turns: 0 })
  await listener.close()
  await pool.end()
  await store.close()
  await ground.close()
}, 60_000)

test('a process that told its own listeners ignores the echo of its notification', async () => {
  const ground = await externalGround()
  const [idA, idB] = [plainUuid(), plainUuid()]
  const a = await ground.open(idA)
  const b = await ground.open(idB)
  const heard: { a: string[]; b: string[] } = { a: [], b: [] }
  a.outbox.listen((hint) => heard.a.push(hint.kind === 'thread' ? hint.threadId : hint.kind))
  b.outbox.listen((hint) => heard.b.push(hint.kind === 'thread' ? hint.threadId : hint.kind))
  await notify(a.db, { thread: 'thr_echo' as ThreadId, from: idA })
  await notify(a.db, { thread: 'thr_other' as ThreadId })
  await vi.waitFor(() => expect(heard.b).toEqual(['thr_echo', 'thr_other']))
  // Notifications arrive in order: had the echo counted, it would be here.
  await vi.waitFor(() => expect(heard.a).toEqual(['thr_other']))
  await a.close()
  await b.close()
  await ground.close()
}, 60_000)

test('hints survive the way through a notification; what is not ours says nothing', () => {
  const hints = { thread: 'thr_1', person: 'usr_1', wake: true }
  expect(readHints(JSON.stringify({ t: hints.thread, p: hints.person, w: 1 }))).toEqual(hints)
  expect(readHints(writeHints({ wake: true }))).toEqual({ wake: true })
  expect(readHints(writeHints({ from: 'p1' }))).toEqual({ wake: false, from: 'p1' })
  const settled = [newCallId(), newCallId()]
  const told = { wake: true, settled, listedCalls: settled, stopped: [] }
  expect(readHints(writeHints(told))).toEqual(told)
  // More than fits into a notification is said as such.
  const many = Array.from({ length: 1000 }, newCallId)
  expect(readHints(writeHints({ wake: true, settled: many }))).toEqual({ wake: true, settled: 'any' })
  const most = Array.from({ length: 40 }, newCallId)
  expect(writeHints({ settled: most, listedCalls: most }).length).toBeLessThan(8000)
  for (const foreign of ['', 'hello', '{"t":1}', '[]', 'null'])
    expect(readHints(foreign)).not.toHaveProperty('thread')
})

test('a listener that throws does not keep hints from the others', () => {
  const failed: string[] = []
  const bus = hintBus((what) => failed.push(what))
  const heard: OutboxHint[] = []
  bus.listen(() => {
    throw new Error('no')
  })
  bus.listen((hint) => heard.push(hint))
  bus.emit({ wake: true })
  expect(heard).toEqual([{ kind: 'wake', calls: [], stopped: [] }])
  expect(failed).toEqual(['a listener of hints'])
})
