import { findRoutes, HandOutcome, ThreadId, type FindWish } from '@countersign/protocol'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../../testing/running-server.ts'

/** A person looks for text and replaces it, over the wire. */

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await put('src/money.ts', 'const cents = 1\r\nconst Cents = cents\r\nconst percents = 2\r\n')
  await put('src/tax.py', 'cents = 3\n')
  await put('plans/secret.md', 'cents of the plan\n')
  await put('dist/out.js', 'cents\n')
  await put('.gitignore', 'dist/\n')
  await server.request('/api/rules', json('POST', { list: 'deny', text: 'files.read(/plans/**)' }))
}, 60_000)
afterAll(() => server.close(), 60_000)

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(server.workspace, path)), { recursive: true })
  await writeFile(join(server.workspace, path), text)
}

function json(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function find(wish: Partial<FindWish>) {
  const response = await server.request('/api/workspace/search', json('POST', { pattern: 'cents', ...wish }))
  expect(response.status).toBe(200)
  const { files, more } = findRoutes.search.reply.parse(await response.json())
  return {
    more,
    files,
    places: files.flatMap(({ path, lines }) => lines.map(({ line }) => `${path}:${line}`)),
  }
}

test('a person finds everything, also what rules keep from the agent, and is told so', async () => {
  const { files, places } = await find({})
  expect(places).toEqual([
    'plans/secret.md:1',
    'src/money.ts:1',
    'src/money.ts:2',
    'src/money.ts:3',
    'src/tax.py:1',
  ])
  expect(files.map(({ agent }) => agent)).toEqual(['never', 'asks', 'asks'])
  expect(files[1]?.lines[1]).toEqual({
    line: 2,
    text: 'const Cents = cents',
    ranges: [
      { from: 6, to: 11 },
      { from: 14, to: 19 },
    ],
  })
})

test.each([
  ['the case counts', { ignore_case: false, pattern: 'Cents' }, ['src/money.ts:2']],
  ['whole words', { word: true, glob: '*.ts' }, ['src/money.ts:1', 'src/money.ts:2']],
  ['only some files', { glob: '*.py' }, ['src/tax.py:1']],
  [
    'a regular expression',
    { regex: true, pattern: '^const \\w+ = \\d' },
    ['src/money.ts:1', 'src/money.ts:3'],
  ],
  ['plain text with signs', { pattern: '^const' }, []],
  ['what is ignored too', { ignored: true, glob: '*.js' }, ['dist/out.js:1']],
] as const)('%s', async (_what, wish, places) => {
  expect((await find(wish)).places).toEqual(places)
})

test('no more lines than were asked for, and it says that there are more', async () => {
  const { places, more } = await find({ limit: 2 })
  expect({ many: places.length, more }).toEqual({ many: 2, more: true })
})

test('a bad expression is refused in words; one that only the program knows cannot be replaced', async () => {
  const bad = await server.request('/api/workspace/search', json('POST', { pattern: '(', regex: true }))
  expect(bad.status).toBe(400)
  const other = { pattern: '(?P<name>cents)', regex: true, replacement: 'x' }
  const unknown = await server.request('/api/workspace/search/preview', json('POST', other))
  expect(unknown.status).toBe(400)
})

test('a replacement is shown first, applied one file at a time, and can be undone', async () => {
  const wish = { pattern: '(\\w+) = cents', regex: true, replacement: '$1 = euros', glob: 'src/**' }
  const shown = await server.request('/api/workspace/search/preview', json('POST', wish))
  const { files } = findRoutes.preview.reply.parse(await shown.json())
  expect(files).toMatchObject([{ path: 'src/money.ts', count: 1 }])
  const before = await readFile(join(server.workspace, 'src/money.ts'), 'utf8')
  expect(before).toContain('Cents = cents')
  const [file] = files
  const save = { path: file?.path, text: file?.after, expected: file?.hash }
  const saved = HandOutcome.parse(
    await (await server.request('/api/workspace/file', json('PUT', save))).json(),
  )
  expect(saved.ok).toBe(true)
  expect(await readFile(join(server.workspace, 'src/money.ts'), 'utf8')).toBe(
    before.replace('Cents = cents', 'Cents = euros'),
  )
  const again: unknown = await (await server.request('/api/workspace/file', json('PUT', save))).json()
  expect(HandOutcome.parse(again)).toMatchObject({ ok: false, code: 'stale' })
  await server.request(`/api/calls/${saved.call_id}/undo`, json('POST', {}))
  expect(await readFile(join(server.workspace, 'src/money.ts'), 'utf8')).toBe(before)
})

test('a dollar in a plain replacement is a dollar', async () => {
  const wish = { pattern: 'cents = 3', replacement: '$& $1' }
  const shown = await server.request('/api/workspace/search/preview', json('POST', wish))
  expect(findRoutes.preview.reply.parse(await shown.json()).files[0]?.after).toBe('$& $1\n')
})

test('the gate’s own files are never found, also where a chat works above the data folder', async () => {
  const above = dirname(server.home)
  const body = { type: 'thread_create', request_id: 'r1', workspace: above, permission_mode: 'default' }
  const made: unknown = await (await server.request('/api/commands', json('POST', body))).json()
  const thread_id = ThreadId.parse((made as { thread_id: unknown }).thread_id) // checked by the schema
  await writeFile(join(server.home, 'kept.txt'), 'cents of the gate\n')
  const { places } = await find({ thread_id, ignored: true, pattern: 'cents of the' })
  expect(places).toEqual(['workspace/plans/secret.md:1'])
})
