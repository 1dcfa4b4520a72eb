/** @module-tag slow */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { CallId } from '@countersign/protocol'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../open-store.ts'
import { mustOpen, newDatabase } from '../testing/grounds.ts'
import { closeScene, openScene, plainUuid, propose, type Scene } from '../testing/scene.ts'
import { restoreBackup } from '../restore.ts'

let folder = ''
let store: Store
let scene: Scene
const id = plainUuid()
const open: Store[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-backup-'))
  // Readable by others, so that a run as root keeps its database here and removes it with the folder.
  await chmod(folder, 0o755)
  store = await mustOpen({ home: join(folder, 'from'), databaseUrl: await newDatabase(), processId: id })
  scene = await openScene(store, id)
})
afterAll(async () => {
  for (const opened of [store, ...open]) await opened.close()
  await rm(folder, { recursive: true, force: true })
})

async function restoreTo(name: string, file: string): Promise<Store> {
  const home = join(folder, name)
  const databaseUrl = await newDatabase()
  expect(await restoreBackup({ home: await made(home), databaseUrl }, file)).toMatchObject({ ok: true })
  const restored = await mustOpen({ home, databaseUrl, processId: plainUuid() })
  open.push(restored)
  return restored
}

async function made(home: string): Promise<string> {
  await mkdir(home, { recursive: true })
  return home
}

async function everything(from: Store): Promise<Readonly<Record<string, unknown>>> {
  const tables = [
    'threads',
    'turns',
    'steps',
    'messages',
    'calls',
    'approvals',
    'rules',
    'audit',
    'outbox',
  ] as const
  const found: Record<string, unknown> = {}
  for (const table of tables) {
    const rows = await from.db.selectFrom(table).selectAll().execute()
    found[table] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return found
}

test('a backup made while turns run is one moment, and comes back as it was', async () => {
  const file = join(folder, 'running.backup')
  const waiting = await propose(scene, 'ask', { command: 'echo \0 \ud800 é \u2028 \u2029' })
  let stop = false
  const work = (async () => {
    while (!stop) {
      const call = await propose(scene, 'ask')
      await store.approvals.answer(scene.user, { callId: call.id, decision: 'deny', hash: call.hash })
      await breath()
    }
  })()
  const written = await store.backup(file)
  stop = true
  await work
  expect(written).toMatchObject({ ok: true })
  expect((await stat(file)).mode & 0o077).toBe(0)
  const restored = await restoreTo('running', file)
  expect(await restored.audit.verify()).toMatchObject({ ok: true })
  expect((await restored.calls.find(waiting.id))?.call).toEqual(waiting)
  // Whole transactions: a call that was answered has its audit row, and the other way round.
  const { calls } = await restored.approvals.waiting(scene.user, { limit: 1000 })
  expect(calls.map(({ id }) => id)).toContain(waiting.id)
})

test('what is at rest comes back row by row, and numbers go on', async () => {
  const file = join(folder, 'rest.backup')
  await closeScene(scene)
  await store.backup(file)
  const restored = await restoreTo('rest', file)
  expect(await everything(restored)).toEqual(await everything(store))
  const again = await openScene(restored, plainUuid())
  await propose(again, 'ask')
  await closeScene(again)
  expect(await restored.audit.verify()).toMatchObject({ ok: true })
})

test('a call comes back below its parent, also where its number has one digit more', async () => {
  const other = await openScene(store, id)
  const numberOf = async (call: CallId) =>
    (await store.db.selectFrom('calls').select('number').where('id', '=', call).executeTakeFirstOrThrow())
      .number
  // As text, the number of the child is before that of its parent.
  await sql`select setval(pg_get_serial_sequence('calls', 'number'), 999998)`.execute(store.db)
  const parent = await propose(other, 'run')
  await store.calls.begin(other.lease, parent.id, parent.hash)
  const child = await propose(other, 'ask', { parentId: parent.id })
  expect([await numberOf(parent.id), await numberOf(child.id)].map(String)).toEqual(['999999', '1000000'])
  const file = join(folder, 'below.backup')
  await store.backup(file)
  const restored = await restoreTo('below', file)
  expect((await restored.calls.find(child.id))?.call.parentId).toBe(parent.id)
  await closeScene(other)
})

test('what was approved when the backup was made may have run since: it is not run again', async () => {
  const other = await openScene(store, id)
  const approved = await propose(other, 'run')
  const running = await propose(other, 'run')
  const safe = await propose(other, 'run', { repeat: 'safe', category: 'read' })
  const waiting = await propose(other, 'ask')
  await store.calls.begin(other.lease, running.id, running.hash)
  const file = join(folder, 'approved.backup')
  await store.backup(file)
  const restored = await restoreTo('approved', file)
  await restored.recovery.recover()
  const states = await Promise.all(
    [approved, running, safe, waiting].map(async (call) => (await restored.calls.find(call.id))?.state),
  )
  expect(states).toEqual(['cancelled', 'interrupted', 'approved', 'waiting'])
  const given = { callId: waiting.id, decision: 'deny', hash: waiting.hash } as const
  expect(await restored.approvals.answer(other.user, given)).toMatchObject({ ok: true })
  expect(await restored.audit.verify()).toMatchObject({ ok: true })
  await closeScene(other)
})

test.each([
  ['cut off', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
  ['without a row', (text: string) => text.replace(/\n\{"t":"messages".*?\n/, '\n')],
  ['with another text in a row', (text: string) => text.replace('npm test', 'npm tost')],
  ['not a backup', () => '{"hello":1}\n'],
])('a file that is %s is refused and leaves nothing', async (name, harm) => {
  const whole = join(folder, 'whole.backup')
  await store.backup(whole)
  const file = join(folder, `${plainUuid()}.backup`)
  await writeFile(file, gzipSync(harm(gunzipSync(await readFile(whole)).toString())))
  const databaseUrl = await newDatabase()
  const home = await made(join(folder, name))
  expect(await restoreBackup({ home, databaseUrl }, file)).toMatchObject({
    ok: false,
    error: { code: 'bad_backup' },
  })
  expect(await restoreBackup({ home, databaseUrl }, whole)).toMatchObject({ ok: true })
})

test('a file that is no compressed file, or not there, is a sentence', async () => {
  const file = join(folder, 'plain')
  await writeFile(file, 'hello')
  const target = { home: await made(join(folder, 'x')), databaseUrl: await newDatabase() }
  expect(await restoreBackup(target, file)).toMatchObject({ ok: false, error: { code: 'bad_backup' } })
  expect(await restoreBackup(target, join(folder, 'absent'))).toMatchObject({ ok: false })
})

test('data that is there is never overwritten', async () => {
  const file = join(folder, 'over.backup')
  await store.backup(file)
  const home = await made(join(folder, 'over'))
  const databaseUrl = await newDatabase()
  await restoreBackup({ home, databaseUrl }, file)
  expect(await restoreBackup({ home, databaseUrl }, file)).toMatchObject({
    ok: false,
    error: { code: 'not_empty' },
  })
})

test('a backup that cannot be written is a sentence, and leaves nothing', async () => {
  const written = await store.backup(join(folder, 'absent', 'x.backup'))
  expect(written).toMatchObject({ ok: false, error: { code: 'not_written' } })
  expect(await store.audit.verify()).toMatchObject({ ok: true })
})

test.each([
  ['text', 'my work\n'],
  ['a compressed file of someone else', gzipSync('{"hello":1}\n')],
  ['nothing in it', ''],
])('a file with %s is not replaced by a backup', async (_name, content) => {
  const file = join(folder, `${plainUuid()}.mine`)
  await writeFile(file, content)
  const before = await readFile(file)
  expect(await store.backup(file)).toMatchObject({ ok: false, error: { code: 'not_written' } })
  expect(await readFile(file)).toEqual(before)
  expect((await readdir(folder)).filter((name) => name.includes('draft'))).toEqual([])
})

test('a link and a folder are not replaced by a backup', async () => {
  const link = join(folder, 'link.backup')
  const kept = join(folder, 'kept.txt')
  await writeFile(kept, 'kept')
  await symlink(kept, link)
  expect(await store.backup(link)).toMatchObject({ ok: false })
  expect(await readFile(kept, 'utf8')).toBe('kept')
  expect(await store.backup(await made(join(folder, 'a-folder')))).toMatchObject({ ok: false })
})

test('a backup takes the place of an older one', async () => {
  const file = join(folder, 'daily.backup')
  await store.backup(file)
  const before = await stat(file)
  expect(await store.backup(file)).toMatchObject({ ok: true })
  expect((await stat(file)).ino).not.toBe(before.ino)
})

test.each([
  ['the token', ['from', 'token']],
  ['rules that are not there yet', ['from', 'rules']],
  ['a file of the database', ['from', 'database', 'x.backup']],
  ['rules of a project', ['project', '.countersign', 'rules']],
])('%s is no place for a backup', async (_name, names) => {
  const file = join(folder, ...names)
  await made(join(file, '..'))
  expect(await store.backup(file)).toMatchObject({ ok: false, error: { code: 'not_written' } })
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

test('the data folder under another name is the data folder', async () => {
  const other = join(folder, 'other-name')
  await symlink(join(folder, 'from'), other)
  expect(await store.backup(join(other, 'token'))).toMatchObject({ ok: false })
  expect(await store.backup(join(other, 'fine.backup'))).toMatchObject({ ok: true })
})

test('a file that cannot be put in its place leaves an empty database, for another try', async () => {
  const HELLO = Buffer.from('hello')
  const hash = createHash('sha256').update(HELLO).digest('hex')
  async function* files() {
    yield { folder: 'images', hash, bytes: HELLO }
  }
  const file = join(folder, 'files.backup')
  expect(await store.backup(file, files())).toMatchObject({ ok: true })
  const target = { home: await made(join(folder, 'files')), databaseUrl: await newDatabase() }
  const full = () => Promise.reject(new Error('the disk is full'))
  expect(await restoreBackup(target, file, { putFile: full })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('the disk is full') as string },
  })
  const put: string[] = []
  const putFile = async (one: { readonly hash: string }) => void put.push(one.hash)
  expect(await restoreBackup(target, file, { putFile })).toMatchObject({ ok: true })
  expect(put).toEqual([hash])
})
