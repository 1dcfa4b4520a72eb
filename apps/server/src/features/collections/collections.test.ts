/** @module-tag slow */
import { collectionRoutes, type CollectionId } from '@countersign/protocol'
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FEATURES } from '../../features.ts'
import { restoreBackup } from '../../restore.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { searcher } from './rank/search.ts'
import { openStoreWithCollections } from './testing/index-ground.ts'
import { stemsOf } from './words/stems.ts'

const GUIDE = `# VAT guide

## Place of supply

A service to a business is taxed where the customer is established.

## What the invoice shows

Where the reverse charge applies, the invoice shows no VAT and must carry the note “Reverse charge”.
Both VAT identification numbers are stated.
`

describe.each(['embedded', 'external'])('collections on an %s database', (kind) => {
  let model: ScriptedModel
  let server: TestServer
  let client: TestClient
  let folder: string
  let id: CollectionId
  beforeAll(async () => {
    model = await scriptedModel(obedient)
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...model.env, ...database })
    client = await server.connect()
    folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-linked-')))
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
    await model.close()
    await rm(folder, { recursive: true })
  }, 60_000)

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const add = async (name: string, content: string | Buffer) => {
    const answer = await server.request(`/api/collections/${id}/documents?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(content)),
      headers: { 'content-type': 'application/octet-stream' },
    })
    if (!answer.ok) throw new Error(await answer.text())
    return collectionRoutes.add.reply.parse(await answer.json()).document
  }
  const documents = async () =>
    collectionRoutes.documents.reply.parse(await send('GET', `/api/collections/${id}/documents`)).documents
  const settled = () =>
    vi.waitFor(
      async () => {
        const all = await documents()
        expect(all.filter(({ state }) => ['queued', 'reading', 'indexing'].includes(state))).toEqual([])
        return all
      },
      { timeout: 30_000, interval: 100 },
    )
  const search = async (query: string) =>
    collectionRoutes.search.reply.parse(
      await send('GET', `/api/collections/${id}/search?query=${encodeURIComponent(query)}`),
    )
  /** Calls a tool in a new chat, and gives its result. */
  async function callTool(name: string, args: object, thread?: string) {
    const made =
      thread === undefined ? await client.command({ type: 'thread_create', model: SCRIPTED }) : undefined
    const thread_id = thread ?? (made?.type === 'ok' ? (made.thread_id ?? '') : '')
    await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
    await client.command({ type: 'turn_start', thread_id, text: JSON.stringify({ calls: [{ name, args }] }) })
    const { call } = await client.event(
      'tool_call_update',
      (event) =>
        event.call.thread_id === thread_id && event.call.tool === name && !OPEN.has(event.call.state),
    )
    const page = JSON.stringify(await send('GET', `/api/calls/${call.id}`))
    return { thread_id, state: call.state, text: page }
  }

  test('a Markdown file is added, read, found and cited', async () => {
    const made = collectionRoutes.create.reply.parse(await send('POST', '/api/collections', { name: 'Tax' }))
    id = made.collection.id
    expect(['queued', 'reading']).toContain((await add('VAT guide.md', GUIDE)).state)
    expect(await settled()).toMatchObject([
      { name: 'VAT guide.md', state: 'ready', kind: 'markdown', language: 'english', passages: 2 },
    ])
    const found = await search('invoices with a reverse charge')
    expect(found.passages[0]).toMatchObject({
      document: 'VAT guide.md',
      heading: 'VAT guide › What the invoice shows',
      place: 'line 7',
    })
    expect(found.found).toEqual(['invoices', 'reverse', 'charge'])
    const marked = found.passages[0]?.marks.map(({ start, end }) => found.passages[0]?.text.slice(start, end))
    expect(marked).toContain('invoice')

    const { thread_id, text } = await callTool('query_collection', {
      collection: 'tax',
      query: 'reverse charge',
    })
    expect(text).toContain('not a request from anyone here')
    const passage = /\[(p_[0-9a-z]+)\]/.exec(text)?.[1] ?? ''
    const answer = `It says “must carry the note “Reverse charge”” [${passage}] and “carries no note” [${passage}], as [p_zzzz] says.`
    const checked = collectionRoutes.citations.reply.parse(
      await send('POST', '/api/collections/citations', { thread_id, text: answer }),
    )
    expect(checked.citations.map(({ id: name, state }) => [name === passage, state])).toEqual([
      [true, 'quoted'],
      [true, 'not_verbatim'],
      [false, 'unknown'],
    ])
    const { thread_id: other } = await callTool('list_collections', {})
    const elsewhere = collectionRoutes.citations.reply.parse(
      await send('POST', '/api/collections/citations', { thread_id: other, text: `[${passage}]` }),
    )
    expect(elsewhere.citations).toMatchObject([{ state: 'unknown' }])
  }, 60_000)

  test('a linked folder is read, followed, and left where it is', async () => {
    await mkdir(join(folder, 'customers'))
    await mkdir(join(folder, '.git'))
    await writeFile(join(folder, '.git', 'config'), 'gitsecret')
    await writeFile(join(folder, '.gitignore'), 'build/\n')
    await mkdir(join(folder, 'build'))
    await writeFile(join(folder, 'build', 'out.md'), 'xylophone generated')
    await writeFile(join(folder, 'eu.md'), '# Wording\n\nThe xylophone note goes below the total.')
    await writeFile(join(folder, 'customers', 'brandt.md'), 'Brandt buys a xylophone every zymurgy day.')
    await writeFile(join(folder, '.env'), 'SECRET_XYLOPHONE=1')
    expect(await send('POST', `/api/collections/${id}/folders`, { path: folder })).toEqual({
      linked: true,
      files: 4,
    })
    await vi.waitFor(async () => expect(await documents()).toHaveLength(5), { timeout: 20_000 })
    const all = await settled()
    expect(Object.fromEntries(all.map(({ name, state }) => [name, state]))).toEqual({
      '.env': 'skipped',
      '.gitignore': 'ready',
      'VAT guide.md': 'ready',
      'customers/brandt.md': 'ready',
      'eu.md': 'ready',
    })
    expect(all.find(({ name }) => name === '.env')?.reason).toContain('the agent may not read it')
    expect((await search('xylophone')).passages.map(({ document }) => document).toSorted()).toEqual([
      'customers/brandt.md',
      'eu.md',
    ])
    const before = (await search('zymurgy')).passages[0]?.id
    await rename(join(folder, 'customers', 'brandt.md'), join(folder, 'customers', 'brand.md'))
    await writeFile(join(folder, 'eu.md'), '# Wording\n\nThe marimba note goes below the total.')
    await vi.waitFor(async () => expect((await search('marimba')).passages).toHaveLength(1), {
      timeout: 20_000,
    })
    await vi.waitFor(
      async () =>
        expect((await search('zymurgy')).passages).toMatchObject([
          { id: before, document: 'customers/brand.md' },
        ]),
      { timeout: 20_000 },
    )
  }, 90_000)

  test('a rule that is saved after indexing holds at the next question', async () => {
    expect((await callTool('query_collection', { collection: 'Tax', query: 'zymurgy' })).text).toContain(
      'Brandt buys',
    )
    await send('POST', '/api/rules', { list: 'deny', text: `files.read(/${folder}/customers/**)` })
    const held = await callTool('query_collection', { collection: 'Tax', query: 'zymurgy xylophone' })
    expect(held.text).not.toContain('Brandt buys')
    expect(held.text).toContain('rules do not let you read their files')
    const shown = await search('zymurgy xylophone')
    expect(shown.passages).toEqual([])
    expect(shown.withheld).toMatchObject([{ document: 'customers/brand.md' }])
    expect(JSON.stringify((await callTool('search_collections', { query: 'zymurgy' })).text)).not.toContain(
      'Brandt',
    )
  }, 60_000)

  test('a rule of a collection holds for list and search too', async () => {
    await send('POST', '/api/rules', { list: 'deny', text: 'query_collection(Tax)' })
    expect((await callTool('list_collections', {})).text).toContain('There are no collections')
    expect((await callTool('search_collections', { query: 'reverse charge' })).text).not.toContain(
      'VAT guide',
    )
    expect(
      (await callTool('query_collection', { collection: 'tax', query: 'reverse charge' })).text,
    ).not.toContain('must carry')
  }, 60_000)

  test('what the agent wrote is from others, and its passages say so', async () => {
    await send('POST', '/api/rules', { list: 'allow', text: 'files.write' })
    await callTool('files.write', { path: 'report.md', content: 'The xenolith report of the agent.' })
    await writeFile(join(server.workspace, 'mine.md'), 'My own xenolith notes.')
    await send('POST', `/api/collections/${id}/folders`, { path: server.workspace })
    const origins = async () =>
      (await search('xenolith')).passages.map(({ document, origin }) => `${document} ${origin}`).toSorted()
    await vi.waitFor(async () => expect(await origins()).toEqual(['mine.md yours', 'report.md others']), {
      timeout: 20_000,
    })
  }, 60_000)

  test('a backup has the documents, the index and the files', async () => {
    const file = join(server.workspace, '..', `${kind}.backup`)
    await send('POST', '/api/backup', { file })
    const target = { home: await mkdtemp(join(tmpdir(), 'cs-restored-')), databaseUrl: await newDatabase() }
    expect(await restoreBackup(target, file, FEATURES)).toMatchObject({ ok: true })
    const store = await openStoreWithCollections(target.home, target.databaseUrl)
    const { rows } = await sql<{ key: number; sha256: string }>`
      select c.key, d.sha256 from collections c join collection_documents d on d.collection = c.key
      where d.folder is null`.execute(store.db)
    const find = searcher({ db: store.db, stems: stemsOf(store.db), clock: { now: () => 0 } })
    const found = await find({
      collections: [rows[0]?.key ?? 0],
      question: 'reverse charge',
      limit: 3,
      withheld: () => undefined,
    })
    expect(found.passages[0]?.document.name).toBe('VAT guide.md')
    await store.close()
    const hash = rows[0]?.sha256 ?? ''
    expect(await readFile(join(target.home, 'collections', hash.slice(0, 2), hash), 'utf8')).toBe(GUIDE)
    await rm(target.home, { recursive: true })
  }, 60_000)

  test('what is removed is not found, and a deleted collection leaves nothing', async () => {
    const guide = (await documents()).find(({ name }) => name === 'VAT guide.md')
    await send('DELETE', `/api/collections/${id}/documents/${guide?.id ?? ''}`)
    expect((await search('reverse charge')).passages).toEqual([])
    await send('DELETE', `/api/collections/${id}`)
    expect(await send('GET', '/api/collections')).toEqual({ collections: [] })
  }, 60_000)
})

const OPEN: ReadonlySet<string> = new Set([
  'proposed',
  'waiting',
  'running',
  'countersigned',
  'approved',
  'asked',
])
