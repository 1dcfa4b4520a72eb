import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Ground } from '../contract/ground.ts'
import { openStore, type Store, type StoreConfig } from '../open-store.ts'
import { plainUuid } from './scene.ts'

/** The embedded database in its own data folder. */
export async function embeddedGround(): Promise<Ground & { readonly home: string }> {
  const home = await mkdtemp(join(tmpdir(), 'cs-home-'))
  return {
    home,
    open: (processId, options) => mustOpen({ home, processId, ...options }),
    close: () => rm(home, { recursive: true, force: true }),
  }
}

/** A separate database on the PostgreSQL of the test run. */
export async function externalGround(): Promise<Ground & { readonly databaseUrl: string }> {
  const home = await mkdtemp(join(tmpdir(), 'cs-home-'))
  const databaseUrl = await newDatabase()
  return {
    databaseUrl,
    open: (processId, options) => mustOpen({ home, databaseUrl, processId, ...options }),
    close: () => rm(home, { recursive: true, force: true }),
  }
}

/** Makes an empty database and gives its address. */
export async function newDatabase(server = process.env['COUNTERSIGN_TEST_DATABASE_URL']): Promise<string> {
  if (server === undefined) throw new Error('the test run started no PostgreSQL')
  const name = `store_${plainUuid()}`
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

export async function mustOpen(
  config: Pick<StoreConfig, 'home' | 'processId' | 'databaseUrl'> & {
    readonly approvalTimeout?: number | null
    readonly failed?: StoreConfig['failed']
  },
): Promise<Store> {
  const opened = await openStore({
    approvalTimeout: 300_000,
    failed: (what, cause) => {
      throw new Error(what, { cause })
    },
    ...config,
  })
  if (!opened.ok) throw new Error(opened.error.message, { cause: opened.error })
  return opened.value
}
