import { FileView, FolderView, HandOutcome } from '@countersign/protocol'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/running-server.ts'

/** What a person does with files in their own hands, over the wire. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await put('README.md', '# Hello\n')
  await put('src/money.ts', 'export const cents = 1\r\nexport const euros = 2\r\n')
  await put('.env', 'KEY=secret\n')
  await put('plans/secret.md', 'nobody reads this\n')
  await put('dist/out.js', 'x\n')
  await put('.gitignore', 'dist/\n')
  await writeFile(join(server.workspace, 'picture.bin'), Buffer.from([0, 1, 2, 0, 255]))
  await symlink('/etc', join(server.workspace, 'elsewhere'))
  await server.request('/api/rules', json('POST', { list: 'deny', text: 'files.read(/plans/**)' }))
  await server.request('/api/rules', json('POST', { list: 'allow', text: 'files.write(/src/**)' }))
})
afterAll(() => server.close())

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(server.workspace, path)), { recursive: true })
  await writeFile(join(server.workspace, path), text)
}

function json(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function folder(path: string): Promise<FolderView> {
  const response = await server.request(`/api/workspace/folder?path=${encodeURIComponent(path)}`)
  expect(response.status).toBe(200)
  return FolderView.parse(await response.json())
}

async function open(path: string): Promise<FileView> {
  const response = await server.request(`/api/workspace/file?path=${encodeURIComponent(path)}`)
  expect(response.status).toBe(200)
  return FileView.parse(await response.json())
}

async function act(method: string, what: string, body: unknown): Promise<HandOutcome> {
  const response = await server.request(`/api/workspace/${what}`, json(method, body))
  expect(response.status).toBe(200)
  return HandOutcome.parse(await response.json())
}

const onDisk = (path: string) => readFile(join(server.workspace, path), 'utf8')

test('a folder lists its entries, and what the agent may do with each', async () => {
  const { entries, more, path } = await folder('.')
  expect({ path, more }).toEqual({ path: '.', more: false })
  const byName = Object.fromEntries(
    entries.map(({ name, kind, ignored, agent }) => [name, { kind, ignored, agent }]),
  )
  expect(byName).toMatchObject({
    'README.md': { kind: 'file', ignored: false, agent: 'asks' },
    dist: { kind: 'folder', ignored: true },
    elsewhere: { kind: 'link' },
    '.env': { kind: 'file', agent: 'asks' },
  })
  expect((await folder('src')).entries).toMatchObject([{ name: 'money.ts', agent: 'writes' }])
  expect((await folder('plans')).entries).toMatchObject([{ name: 'secret.md', agent: 'never' }])
})

test('a file opens with its text, encoding and line ends; rules of the agent do not bind the person', async () => {
  expect(await open('src/money.ts')).toMatchObject({
    text: 'export const cents = 1\nexport const euros = 2\n',
    encoding: 'utf8',
    line_ends: 'crlf',
    agent: 'writes',
  })
  expect(await open('plans/secret.md')).toMatchObject({ text: 'nobody reads this\n', agent: 'never' })
  expect(await open('picture.bin')).toMatchObject({ text: null, encoding: 'binary', bytes: 5 })
})

test.each([
  ['../outside.txt', 403],
  ['elsewhere/passwd', 403],
  ['/etc/passwd', 403],
  ['nothing.txt', 404],
  ['src', 409],
])('%s does not open: %i', async (path, status) => {
  const response = await server.request(`/api/workspace/file?path=${encodeURIComponent(path)}`)
  expect(response.status).toBe(status)
  expect(JSON.stringify(await response.json())).not.toContain('root:')
})

test('a save writes the file as it was written before, is in the audit, and can be undone', async () => {
  const { hash, text } = await open('src/money.ts')
  const saved = await act('PUT', 'file', {
    path: 'src/money.ts',
    text: `${text ?? ''}export const done = true\n`,
    expected: hash,
  })
  expect(saved).toMatchObject({ ok: true, code: null })
  expect(await onDisk('src/money.ts')).toBe(
    'export const cents = 1\r\nexport const euros = 2\r\nexport const done = true\r\n',
  )
  expect((await open('src/money.ts')).hash).toBe(saved.hash)
  const audit: unknown = await (await server.request('/api/audit?limit=50')).json()
  expect(JSON.stringify(audit)).toContain(saved.call_id)
  const undone = await server.request(`/api/calls/${saved.call_id}/undo`, json('POST', {}))
  expect(undone.status).toBe(200)
  expect(await onDisk('src/money.ts')).toBe('export const cents = 1\r\nexport const euros = 2\r\n')
})

test('a save names the calls that put text into the editor', async () => {
  await put('shared.txt', 'one\n')
  const { hash } = await open('shared.txt')
  const body = { path: 'shared.txt', text: 'one\ntwo\n', expected: hash, calls: ['call_ofagent'] }
  const saved = await act('PUT', 'file', body)
  expect(saved).toMatchObject({ ok: true })
  expect(await onDisk('shared.txt')).toBe('one\ntwo\n')
  const audit: unknown = await (await server.request('/api/audit?limit=50')).json()
  expect(JSON.stringify(audit)).toContain('call_ofagent')
})

test('a save never overwrites what it has not seen', async () => {
  await put('race.txt', 'one\n')
  const { hash } = await open('race.txt')
  await put('race.txt', 'two, by someone else\n')
  const late = { path: 'race.txt', text: 'mine\n', expected: hash }
  expect(await act('PUT', 'file', late)).toMatchObject({ ok: false, code: 'stale' })
  expect(await act('PUT', 'file', { ...late, expected: null })).toMatchObject({ ok: false, code: 'stale' })
  expect(await onDisk('race.txt')).toBe('two, by someone else\n')
  expect(await act('PUT', 'file', { path: 'new.txt', text: 'new\n', expected: null })).toMatchObject({
    ok: true,
  })
  expect(await onDisk('new.txt')).toBe('new\n')
})

test('folders are made, files renamed and deleted by hand, and nothing leads out of the workspace', async () => {
  expect(await act('POST', 'make-folder', { path: 'drafts' })).toMatchObject({ ok: true })
  await put('drafts/a.md', 'a\n')
  expect(await act('POST', 'rename', { path: 'drafts/a.md', to: 'drafts/b.md' })).toMatchObject({ ok: true })
  expect(await onDisk('drafts/b.md')).toBe('a\n')
  expect(await act('POST', 'rename', { path: 'drafts/b.md', to: 'README.md' })).toMatchObject({
    ok: false,
    code: 'exists',
  })
  const deleted = await act('POST', 'delete', { path: 'drafts/b.md' })
  expect(deleted).toMatchObject({ ok: true })
  expect((await folder('drafts')).entries).toEqual([])
  await server.request(`/api/calls/${deleted.call_id}/undo`, json('POST', {}))
  expect(await onDisk('drafts/b.md')).toBe('a\n')
  expect(await act('POST', 'rename', { path: 'elsewhere', to: 'other-name' })).toMatchObject({ ok: true })
  expect(await act('POST', 'delete', { path: 'other-name' })).toMatchObject({ ok: true })
  expect(await readFile('/etc/passwd', 'utf8')).toContain('root')
  await symlink('/etc', join(server.workspace, 'elsewhere'))
  for (const [what, body] of [
    ['rename', { path: 'README.md', to: '../README.md' }],
    ['delete', { path: 'elsewhere/passwd' }],
    ['make-folder', { path: '/tmp/by-hand' }],
  ] as const) {
    expect((await server.request(`/api/workspace/${what}`, json('POST', body))).status).toBe(403)
  }
})
