import { FileNames } from '@countersign/protocol'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'

/** Names that a person may mention. */

const FILES = [
  'README.md',
  'package.json',
  '.env',
  '.gitignore',
  'build/out.js',
  'keys/id_rsa',
  'src/gate.ts',
  'src/gate.test.ts',
  'src/deep/navigate.ts',
  'plans/secret-plan.md',
  'odd/new\nline.md',
]

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  for (const name of FILES) {
    await mkdir(dirname(join(server.workspace, name)), { recursive: true })
    await writeFile(join(server.workspace, name), name === '.gitignore' ? 'build/\n' : 'x\n')
  }
  await symlink('/etc', join(server.workspace, 'elsewhere'))
  await server.request('/api/rules', {
    method: 'POST',
    body: JSON.stringify({ list: 'deny', text: 'files.read(/plans/**)' }),
    headers: { 'content-type': 'application/json' },
  })
})
afterAll(() => server.close())

async function names(wanted: string, more = ''): Promise<readonly string[]> {
  const response = await server.request(`/api/files?wanted=${encodeURIComponent(wanted)}${more}`)
  expect(response.status).toBe(200)
  return FileNames.parse(await response.json()).names.map(({ path }) => path)
}

test.each([
  ['gate', ['src/gate.test.ts', 'src/gate.ts', 'src/deep/navigate.ts']],
  ['GATE.TS', ['src/gate.ts', 'src/deep/navigate.ts', 'src/gate.test.ts']],
  ['src/g', ['src/gate.test.ts', 'src/gate.ts', 'src/deep/navigate.ts']],
  ['read', ['README.md']],
  ['deep', ['src/deep/', 'src/deep/navigate.ts']],
  // Kept from the agent by a built-in, by a rule, by git; behind a link; unwritable in a message.
  ['.env', []],
  ['id_rsa', []],
  ['secret-plan', []],
  ['out.js', []],
  ['passwd', []],
  ['line.md', []],
])('%s offers %j', async (wanted, expected) => {
  expect(await names(wanted)).toEqual(expected)
})

test('nothing typed: what is at the top comes first', async () => {
  expect((await names('')).slice(0, 3)).toEqual(['.gitignore', 'README.md', 'keys/'])
})

test('in a chat its own rules count as well; without a session nothing is told', async () => {
  const client = await server.connect()
  const created = await client.command({ type: 'thread_create', model: 'demo' })
  const id = 'thread_id' in created ? created.thread_id : undefined
  client.close()
  expect(await names('readme', `&thread_id=${id}`)).toEqual(['README.md'])
  await server.request('/api/rules', {
    method: 'POST',
    body: JSON.stringify({ list: 'ask', text: 'files.read(README.md)', thread_id: id }),
    headers: { 'content-type': 'application/json' },
  })
  expect(await names('readme', `&thread_id=${id}`)).toEqual([])
  expect(await names('readme')).toEqual(['README.md'])
  expect((await server.request('/api/files?thread_id=thr_nobody')).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.port}/api/files`)).status).toBe(401)
})
