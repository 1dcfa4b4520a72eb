/** @module-tag slow */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'

// A database that takes no more: what people and those who run the server are told.

let server: TestServer
let database: Client
beforeAll(async () => {
  const url = await newDatabase()
  server = await testServer({ DATABASE_URL: url, COUNTERSIGN_LOG: 'silent' })
  database = new Client({ connectionString: url })
  await database.connect()
}, 60_000)
afterAll(async () => {
  await database.end()
  await server.close()
})

/** From now on every new chat fails, as PostgreSQL fails on a disk without room. */
async function fill(code: string, message: string): Promise<void> {
  await database.query(`
    create or replace function no_room() returns trigger language plpgsql as $$
    begin raise exception using errcode = '${code}', message = '${message}'; end $$;
    create or replace trigger no_room before insert on threads for each row execute function no_room()`)
}

const ready = async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
  return [answer.status, await answer.json()] as const
}

test('a full disk is `unavailable` with the reason, over socket and HTTP, and the server is not ready until it is over', async () => {
  expect(await ready()).toEqual([200, { ok: true }])
  await fill('53100', 'could not extend file: No space left on device')
  const full = {
    code: 'unavailable',
    message: 'the disk of the database is full; nothing was changed',
  }
  const client = await server.connect()
  expect(await client.command({ type: 'thread_create' })).toMatchObject({ type: 'error', error: full })
  client.close()
  expect(await ready()).toEqual([
    503,
    { error: { code: 'unavailable', message: 'the disk of the database is full' } },
  ])
  const over = await server.request('/api/commands', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'thread_create', request_id: 'r1' }),
  })
  expect(await over.text()).toContain('the disk of the database is full')
  await database.query('drop trigger no_room on threads')
  await expect.poll(ready, { timeout: 30_000, interval: 500 }).toEqual([200, { ok: true }])
}, 60_000)

test('what is wrong with us is still `internal`, and does not make the server unready', async () => {
  await fill('22012', 'division by zero')
  const client = await server.connect()
  expect(await client.command({ type: 'thread_create' })).toMatchObject({
    type: 'error',
    error: { code: 'internal' },
  })
  client.close()
  expect((await ready())[0]).toBe(200)
  await database.query('drop trigger no_room on threads')
}, 60_000)
