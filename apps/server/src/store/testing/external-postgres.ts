import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../embedded/binaries.ts'
import { initialise, ROLE, startPostgres, stopPostgres } from '../embedded/cluster.ts'
import { databaseAccount } from '../embedded/owner.ts'
import { choosePlaces, preparePlaces } from '../embedded/places.ts'
import type { Result } from '../result.ts'

/** A PostgreSQL that someone else runs, as far as the store can tell: on loopback, by address. */
export interface ExternalPostgres {
  readonly home: string
  /** Address of a database of this name, which is made. */
  database(name: string): Promise<string>
  /** Starts it again after it was stopped or killed. */
  start(): Promise<void>
  /** Process id of the server. */
  pid(): Promise<number>
  close(): Promise<void>
}

export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'cs-pg-'))
  const account = value(await databaseAccount([]))
  const places = await choosePlaces(home, account)
  await preparePlaces(home, places, account)
  const binaries = value(await findBinaries(places.root, account))
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', port: String(port), max_connections: '200' }
  const cluster = { places, binaries, account, settings }
  value(await initialise(cluster))
  const password = await readFile(places.password, 'utf8')
  const address = (name: string) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/${name}`

  async function start(): Promise<void> {
    value(await startPostgres(cluster))
    for (;;) {
      const client = new pg.Client({ connectionString: address('postgres') })
      client.on('error', () => undefined)
      const up = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => undefined)
      if (up) return
      await delay(20)
    }
  }

  await start()
  return {
    home,
    start,
    async database(name) {
      const client = new pg.Client({ connectionString: address('postgres') })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return address(name)
    },
    async pid() {
      const text = await readFile(join(places.data, 'postmaster.pid'), 'utf8')
      return Number(text.split('\n')[0])
    },
    async close() {
      await stopPostgres(places)
      await rm(home, { recursive: true, force: true })
      if (!places.root.startsWith(home)) await rm(places.root, { recursive: true, force: true })
    },
  }
}

function value<T>(result: Result<T, { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address === null || typeof address === 'string'
          ? reject(new Error('no port'))
          : resolve(address.port),
      )
    })
  })
}
