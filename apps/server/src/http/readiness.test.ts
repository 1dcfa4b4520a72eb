import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { newDatabase } from '../store/testing/grounds.ts'
import { testServer, type TestServer } from '../testing/running-server.ts'

/** A line to the database that can be cut, or left open and silent. */
interface Line {
  readonly url: string
  set(state: 'whole' | 'cut' | 'silent'): void
  close(): Promise<unknown>
}

async function openLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('data', (chunk) => state !== 'silent' && other.write(chunk))
      one.on('close', () => other.destroy())
      // Whoever is cut off hears of it by the close that follows.
      one.on('error', () => one.destroy())
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port) // a TCP server that listens has one
  return {
    url: url.toString(),
    set(to) {
      // What a silent line swallowed is not made up for: those connections are no good any more.
      if (to === 'cut' || state === 'silent') for (const end of ends) end.destroy()
      state = to
    },
    close() {
      for (const end of ends) end.destroy()
      return new Promise((closed) => server.close(closed))
    },
  }
}

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
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
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
