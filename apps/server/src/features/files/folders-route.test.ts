import { FolderLook, Me, Preferences } from '@countersign/protocol'
import { chmod, mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'

/** Where a chat can work: what a person may type, what they are offered, and what holds for new chats. */

let server: TestServer
let client: TestClient
let ground: string
beforeAll(async () => {
  server = await testServer()
  client = await server.connect()
  ground = join(server.workspace, 'ground')
  for (const name of ['invoicer/.git', 'invoices', 'site', '.hidden', 'shut'])
    await mkdir(join(ground, name), { recursive: true })
  await writeFile(join(ground, 'invoicer/.git/HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(ground, 'invoice.pdf'), 'x')
  await symlink(join(ground, 'site'), join(ground, 'linked'))
  await symlink(join(ground, 'invoice.pdf'), join(ground, 'file-link'))
  await chmod(join(ground, 'shut'), 0)
})
afterAll(async () => {
  await chmod(join(ground, 'shut'), 0o700)
  client.close()
  await server.close()
})

async function look(path: string): Promise<FolderLook> {
  const answer = await server.request('/api/folders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path }),
  })
  expect(answer.status).toBe(200)
  return FolderLook.parse(await answer.json())
}

test('a folder has the names of the folders in it, and of no file', async () => {
  expect(await look(ground)).toEqual({
    path: ground,
    problem: null,
    git: false,
    branch: null,
    base: ground,
    parent: server.workspace,
    names: ['invoicer', 'invoices', 'linked', 'shut', 'site'],
    more: false,
  })
  expect(await look(`${ground}/invoicer/`)).toMatchObject({
    path: `${ground}/invoicer`,
    git: true,
    branch: 'main',
  })
  expect((await look('/')).parent).toBeNull()
})

test('while a name is typed, those that begin with it are offered', async () => {
  expect(await look(`${ground}/INV`)).toMatchObject({ base: ground, names: ['invoicer', 'invoices'] })
  expect((await look(`${ground}/.h`)).names).toEqual(['.hidden'])
  expect((await look(`${ground}/nothing`)).problem).toContain('does not exist: create it, or choose another')
})

test('`~` is the home; nothing typed begins there', async () => {
  expect((await look('~')).path).toBe(homedir())
  expect((await look('')).path).toBe(homedir())
  expect((await look('~/nope-nope')).path).toBe(join(homedir(), 'nope-nope'))
})

async function create(workspace: string) {
  return client.command({ type: 'thread_create', model: 'demo', workspace })
}

async function workspaceOf(answer: Awaited<ReturnType<typeof create>>): Promise<string | undefined> {
  const id = 'thread_id' in answer ? answer.thread_id : undefined
  const listed: unknown = await (await server.request('/api/threads')).json()
  return (listed as { threads: { id: string; workspace: string }[] }).threads.find((one) => one.id === id)
    ?.workspace // our own route
}

test.each([
  ['code', 'full path'],
  ['', 'full path'],
  ['~someone/x', 'full path'],
  ['~/nope-nope', 'does not exist: create it'],
  [() => `${ground}/invoice.pdf`, 'is a file: enter the folder'],
  [() => `${ground}/invoice.pdf/x`, 'choose another folder'],
  [() => server.home, 'Countersign’s own data'],
  [() => `${server.home}/checkpoints/..`, 'Countersign’s own data'],
])('a chat does not begin in %s', async (typed, words) => {
  const path = typeof typed === 'string' ? typed : typed()
  const refused = await create(path)
  expect(refused).toMatchObject({ type: 'error', error: { code: 'unavailable' } })
  expect(JSON.stringify(refused)).toContain(words)
})

test.skipIf(process.getuid?.() === 0)('nor in a folder that cannot be read', async () => {
  expect(JSON.stringify(await create(`${ground}/shut`))).toContain('change its permissions')
})

test('it begins in a folder that is there, with `~` and dots resolved', async () => {
  expect(await workspaceOf(await create(` ${ground}/site/../site/ `))).toBe(`${ground}/site`)
  expect(await workspaceOf(await create('~'))).toBe(homedir())
})

async function settings(default_folder: string | null): Promise<Response> {
  return server.request('/api/settings', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ default_folder }),
  })
}

const me = async () => Me.parse(await (await server.request('/api/me')).json())

test('the folder of new chats is chosen, checked, remembered, and left when it is gone', async () => {
  expect((await me()).workspace).toBe(server.workspace)
  const refused = await settings(`${ground}/nothing`)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('does not exist')
  const kept = await settings(`${ground}/invoices/`)
  expect(Preferences.parse(((await kept.json()) as { settings: unknown }).settings).default_folder).toBe(
    // our own route
    `${ground}/invoices`,
  )
  expect((await me()).workspace).toBe(`${ground}/invoices`)
  expect(await workspaceOf(await client.command({ type: 'thread_create', model: 'demo' }))).toBe(
    `${ground}/invoices`,
  )
  await settings(`${ground}/linked`)
  expect((await me()).workspace).toBe(`${ground}/linked`)
  expect(await realpath((await me()).workspace)).toBe(`${ground}/site`)
  await settings(null)
  expect((await me()).workspace).toBe(server.workspace)
})

test('nobody sees folders without a session', async () => {
  expect((await fetch(`http://127.0.0.1:${server.port}/api/folders`, { method: 'POST' })).status).toBe(401)
})
