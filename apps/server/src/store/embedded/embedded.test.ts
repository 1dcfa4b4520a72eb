/** @module-tag slow */
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openStore } from '../open-store.ts'
import { holdStore } from '../testing/children.ts'
import { mustOpen } from '../testing/grounds.ts'
import { newThread, newUser, plainUuid } from '../testing/scene.ts'
import { commandLine } from './process-mark.ts'

let home = ''
const quiet = { approvalTimeout: null, failed: () => undefined }

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-home-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function postgresPid(): Promise<number> {
  const text = await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(text.split('\n')[0])
}

/** True while it runs; one that ended and was not waited for by anyone is no program any more. */
async function runs(pid: number): Promise<boolean> {
  return (await commandLine(pid)) !== undefined
}

function open(): ReturnType<typeof mustOpen> {
  return mustOpen({ home, processId: plainUuid(), failed: () => undefined })
}

describe('one embedded database for all processes of a data folder', () => {
  test('processes that start in the same instant make it once; the last to leave stops it', async () => {
    const holders = await Promise.all([1, 2, 3].map(() => holdStore({ home, processId: plainUuid() })))
    const pid = await postgresPid()
    expect(await runs(pid)).toBe(true)
    await Promise.all(holders.slice(1).map((holder) => holder.close()))
    expect(await runs(pid)).toBe(true)
    await holders[0]?.close()
    expect(await runs(pid)).toBe(false)
  }, 60_000)

  test('one left behind by a killed server is adopted, with everything that was committed', async () => {
    const user = newUser()
    const holder = await holdStore({ home, processId: plainUuid() })
    const pid = await postgresPid()
    const beside = await open()
    const thread = await newThread(beside, user)
    await beside.close()
    await holder.kill()
    expect(await runs(pid)).toBe(true)
    const store = await open()
    expect(await postgresPid()).toBe(pid)
    expect(await store.threads.list(user)).toEqual([thread])
    // The killed one is no reason to keep it running.
    await store.close()
    expect(await runs(pid)).toBe(false)
  }, 60_000)

  test('a database that dies is started again, and notifications arrive again', async () => {
    const [a, b] = [await open(), await open()]
    const user = newUser()
    const before = await newThread(a, user)
    const pid = await postgresPid()
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(async () => expect(await postgresPid()).not.toBe(pid), { timeout: 30_000 })
    await vi.waitFor(async () => expect(await a.threads.list(user)).toEqual([before]), { timeout: 30_000 })
    const heard = new Set<string>()
    b.outbox.listen((hint) => {
      if (hint.kind === 'person') heard.add(hint.userId)
    })
    await vi.waitFor(
      async () => {
        await newThread(a, user)
        expect(heard).toContain(user)
      },
      { timeout: 30_000 },
    )
    await a.close()
    await b.close()
  }, 90_000)

  test('a pid file whose number now belongs to another program does not hinder the start', async () => {
    const data = join(home, 'postgres', 'data')
    const lines = [
      process.pid,
      data,
      1,
      5432,
      join(home, 'postgres', 'run'),
      '',
      '  1234567 65536',
      'ready   ',
    ]
    await writeFile(join(data, 'postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 })
    const store = await open()
    expect(await postgresPid()).not.toBe(process.pid)
    await store.close()
  }, 60_000)

  test('it has no port, a socket in a closed folder, and everything is written through', async () => {
    const store = await open()
    const setting = async (name: string) => {
      const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
        store.db,
      )
      return rows[0]?.value
    }
    expect(await setting('listen_addresses')).toBe('')
    expect(await setting('fsync')).toBe('on')
    expect(await setting('synchronous_commit')).toBe('on')
    expect(await setting('server_encoding')).toBe('UTF8')
    const socket = (await setting('unix_socket_directories')) ?? ''
    expect((await stat(socket)).mode & 0o777).toBe(0o700)
    expect((await stat(join(home, 'postgres', 'data'))).mode & 0o077).toBe(0)
    expect((await stat(join(home, 'postgres-control', 'password'))).mode & 0o077).toBe(0)
    // Nobody but we may walk into the data folder; as root, also the account that runs the database, and no other.
    expect((await stat(home)).mode & 0o007).toBe(0)
    await store.close()
  }, 60_000)

  test('without the password nobody gets in', async () => {
    const store = await open()
    const { rows } = await sql<{ auth: string }>`
      select distinct auth_method as auth from pg_hba_file_rules where type = 'local'`.execute(store.db)
    expect(rows).toEqual([{ auth: 'scram-sha-256' }])
    await store.close()
  }, 60_000)

  test('data that is gone is not replaced by an empty database', async () => {
    const data = join(home, 'postgres', 'data')
    await rename(data, `${data}.away`)
    const opened = await openStore({ home, processId: plainUuid(), ...quiet })
    expect(opened).toMatchObject({ ok: false, error: { code: 'data_missing' } })
    await rename(`${data}.away`, data)
    const store = await open()
    await store.close()
  }, 60_000)

  test('data of another major version is left untouched', async () => {
    const file = join(home, 'postgres', 'data', 'PG_VERSION')
    const version = await readFile(file, 'utf8')
    await writeFile(file, '12\n')
    const opened = await openStore({ home, processId: plainUuid(), ...quiet })
    await writeFile(file, version)
    expect(opened).toMatchObject({ ok: false, error: { code: 'other_major' } })
    const store = await open()
    await store.close()
  }, 60_000)
})

describe('a data folder that cannot be used', () => {
  test('one that cannot be written is a sentence', async () => {
    const file = join(home, 'a-file')
    await writeFile(file, '')
    const opened = await openStore({ home: join(file, 'home'), processId: plainUuid(), ...quiet })
    expect(opened).toMatchObject({ ok: false, error: { code: 'not_writable' } })
    expect(opened.ok ? '' : opened.error.message).toContain('COUNTERSIGN_HOME')
  })

  test('a database that cannot be reached is a sentence', async () => {
    const databaseUrl = 'postgres://me:secret@127.0.0.1:1/x'
    const opened = await openStore({ home, databaseUrl, processId: plainUuid(), ...quiet })
    expect(opened).toMatchObject({ ok: false, error: { code: 'unreachable' } })
    expect(opened.ok ? '' : opened.error.message).toContain('DATABASE_URL')
    expect(opened.ok ? '' : opened.error.message).not.toContain('secret')
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('the database runs as another, who keeps the data between starts', async () => {
    const store = await open()
    const owner = (await stat(join(home, 'postgres', 'data'))).uid
    const status = await readFile(`/proc/${await postgresPid()}/status`, 'utf8')
    await store.close()
    expect(owner).not.toBe(0)
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).toBe(String(owner))
    expect((await stat(join(home, 'postgres-control'))).uid).toBe(0)
  }, 60_000)

  test('a data folder that this other cannot reach keeps its database elsewhere', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'cs-closed-'))
    const inside = join(closed, 'home')
    const store = await mustOpen({ home: inside, processId: plainUuid() })
    const { rows } = await sql<{
      folder: string
    }>`select current_setting('data_directory') as folder`.execute(store.db)
    await store.close()
    const folder = rows[0]?.folder ?? ''
    expect(folder.startsWith('/var/lib/countersign/')).toBe(true)
    await rm(closed, { recursive: true })
    await rm(join(folder, '..'), { recursive: true })
  }, 60_000)
})
