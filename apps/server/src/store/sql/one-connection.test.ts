import { sql } from 'kysely'
import { TurnId } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from './transact.ts'
import type { StoreParts, Work } from './work.ts'
import { piece } from './piece.ts'
import { transactOn } from './one-connection.ts'
import type { Store } from '../open-store.ts'
import { openSecondProcess, type SecondProcess } from '../testing/second-process.ts'
import { newThread, newUser, openScene, propose } from '../testing/scene.ts'

let second: SecondProcess
let store: Store
let parts: StoreParts
beforeAll(async () => {
  second = await openSecondProcess()
  ;({ store, parts } = second)
}, 60_000)
afterAll(() => second.close())

const titleOf = async (id: string) =>
  (await sql<{ title: string }>`select title from threads where id = ${id}`.execute(parts.db)).rows[0]?.title

test('what is written with the end of a transaction is all or nothing', async () => {
  const user = newUser()
  const { id } = await newThread(store, user)
  const rename = (title: string) => piece`update threads set title = ${title} where id = ${id}`
  const broken = transact(parts, { thread: id }, (work) => {
    work.write(rename('half'))
    work.write(piece`select 1 / 0`)
    work.write(rename('more'))
    work.record({ kind: 'mode_set', actor: user, data: {} })
    work.tell({ type: 'chunk_withdrawn', turn_id: TurnId.parse('trn_none'), parent_id: null })
    return Promise.resolve()
  })
  await expect(broken).rejects.toThrow('division by zero')
  expect(await titleOf(id)).toBe('A chat')
  expect((await store.audit.list({ chain: id })).map(({ kind }) => kind)).toEqual(['thread_created'])
  // The connection is as good as before.
  await transact(parts, { thread: id }, (work) => Promise.resolve(work.write(rename('whole'))))
  expect(await titleOf(id)).toBe('whole')
})

test('a transaction that nothing comes of leaves nothing behind', async () => {
  const { id } = await newThread(store, newUser())
  const made = await transactOn(parts.pool, {
    first: ({ send }) => send(sql`update threads set title = 'gone' where id = ${id}`.compile(parts.db)),
    body: () => Promise.resolve(undefined),
  })
  expect(made).toBeUndefined()
  expect(await titleOf(id)).toBe('A chat')
})

test('tables that change under a running process do not stop it', async () => {
  const scene = await openScene(store, 'one')
  const run = async () => {
    const call = await propose(scene, 'run')
    await store.calls.begin(scene.lease, call.id, call.hash)
    return store.calls.end(scene.lease, call.id, { state: 'succeeded', text: '', code: null })
  }
  expect(await run()).toBe(true)
  await sql`alter table calls add column later text`.execute(store.db)
  await sql`alter table threads add column later text`.execute(store.db)
  expect(await run()).toBe(true)
  await store.turns.stop(scene.user, scene.thread.id)
})

test('of changes that share a transaction, one that fails when it is tried again fails alone', async () => {
  const scene = await openScene(store, 'one')
  const key = { turn: scene.lease.turnId }
  const change = (body: (attempt: number, work: Work) => void, shares = true) => {
    let attempts = 0
    const write = (work: Work) => {
      attempts += 1
      body(attempts, work)
      return Promise.resolve(attempts)
    }
    return transact(parts, key, write, { shares })
  }
  const done = await Promise.allSettled([
    change(() => {}, false),
    change((attempt, work) => {
      if (attempt === 1) work.write(piece`do $$ begin raise exception using errcode = '40001'; end $$`)
    }),
    change((attempt) => {
      if (attempt > 1) throw new Error('no longer')
    }),
  ])
  // Tried together twice, then each alone.
  expect(done).toMatchObject([
    { status: 'fulfilled', value: 1 },
    { status: 'fulfilled', value: 3 },
    { status: 'rejected', reason: { message: 'no longer' } },
  ])
  await store.turns.stop(scene.user, scene.thread.id)
})

test('long statements, whose number of rows differs each time, are not kept by a connection', async () => {
  const { id } = await newThread(store, newUser())
  let kept = 0
  for (let rows = 1; rows <= 60; rows += 1)
    await transact(parts, { thread: id }, async ({ trx, record }) => {
      for (let row = 0; row < rows; row += 1) record({ kind: 'mode_set', actor: 'nobody', data: { row } })
      const found = await sql<{ count: number }>`
        select count(*)::int as count from pg_prepared_statements where statement like 'with audited%'`.execute(
        trx,
      )
      kept = Math.max(kept, found.rows[0]?.count ?? 0)
    })
  expect(kept).toBeGreaterThan(5)
  expect(kept).toBeLessThan(30)
})
