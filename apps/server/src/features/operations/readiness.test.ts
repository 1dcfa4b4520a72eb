/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { openLine, type Line } from '../../testing/database-line.ts'

let line: Line
let server: TestServer
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = await newDatabase()
  line = await openLine(databaseUrl)
  server = await testServer({ DATABASE_URL: line.url, COUNTERSIGN_LOG: 'silent' })
}, 60_000)
afterAll(() => line.close())

const status = (path: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`).then(
    (answer) => answer.status,
    () => 'refused',
  )

test('a process has at most ten connections to its database, and one that listens', async () => {
  const asked = Array.from({ length: 60 }, () => server.request('/api/threads'))
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await Promise.all(asked)
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  await client.end()
  expect(rows[0]?.count).toBeGreaterThan(1)
  expect(rows[0]?.count).toBeLessThanOrEqual(11)
})

test.each(['cut', 'silent'] as const)(
  'while the line to the database is %s it is alive and not ready, has figures, and is ready again by itself',
  { timeout: 120_000 },
  async (state) => {
    expect(await status('/readyz')).toBe(200)
    line.set(state)
    await expect.poll(() => status('/readyz'), { timeout: 30_000 }).toBe(503)
    const why: unknown = await (await fetch(`http://127.0.0.1:${server.port}/readyz`)).json()
    expect(why).toEqual({ error: { code: 'unavailable', message: 'the database cannot be reached' } })
    expect(await status('/healthz')).toBe(200)
    const figures = await server.request('/metrics')
    expect(figures.status).toBe(200)
    const text = await figures.text()
    expect(text).toContain('\ncountersign_sockets ')
    expect(text).not.toMatch(/^countersign_approvals_waiting /m)
    line.set('whole')
    await expect.poll(() => status('/readyz'), { timeout: 60_000 }).toBe(200)
    expect(await (await server.request('/metrics')).text()).toMatch(/^countersign_approvals_waiting 0$/m)
  },
)

test('from the moment it is told to stop it is not ready, until nobody answers', async () => {
  const closing = server.close()
  const seen: unknown[] = []
  await expect
    .poll(
      async () => {
        seen.push(await status('/readyz'))
        return seen.at(-1)
      },
      { timeout: 30_000 },
    )
    .toBe('refused')
  expect(seen).not.toContain(200)
  await closing
})
