/** @module-tag slow */
import { collectionRoutes } from '@countersign/protocol'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { embeddingServer, type EmbeddingServer } from '../../../providers/testing/embedding-server.ts'
import { restoreBackup } from '../../../restore.ts'
import { newDatabase } from '../../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../../testing/running-server.ts'
import { SCAN } from '../testing/scan.ts'

const MODEL = 'openai/text-embedding-3-small'

describe.each(['embedded', 'external'])('a backup restored to an %s database', (kind) => {
  let remote: EmbeddingServer
  let env: Readonly<Record<string, string>>
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    remote = await embeddingServer()
    env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: remote.address }
    server = await testServer({ ...env, ...(await database()) })
    folder = await mkdtemp(join(tmpdir(), 'cs-restored-'))
    // The embedded database runs as another user when we are root, and must be able to walk in.
    await chmod(folder, 0o755)
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await remote.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  async function database(): Promise<Readonly<Record<string, string>>> {
    return kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
  }

  /** A collection on a server. */
  function collectionOn(on: TestServer, at: string) {
    const send = async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await on.request(path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      return answer.json()
    }
    const documents = async () =>
      collectionRoutes.documents.reply.parse(await send('GET', `${at}/documents`)).documents
    return {
      send,
      documents,
      async add(name: string, content: string | Buffer) {
        await on.request(`${at}/documents?name=${name}`, {
          method: 'POST',
          body: new Uint8Array(Buffer.from(content)),
          headers: { 'content-type': 'application/octet-stream' },
        })
      },
      async has(states: readonly string[]) {
        await vi.waitFor(
          async () =>
            expect((await documents()).map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual(
              states,
            ),
          { timeout: 30_000 },
        )
      },
      /** Waits until the model serves with so many passages. */
      async serves(passages: number) {
        await vi.waitFor(
          async () =>
            expect(collectionRoutes.read.reply.parse(await send('GET', at)).collection.models).toMatchObject([
              { model: MODEL, serving: true, passages, problem: null },
            ]),
          { timeout: 30_000 },
        )
      },
      search: async (query: string) =>
        collectionRoutes.search.reply.parse(
          await send('GET', `${at}/search?query=${encodeURIComponent(query)}`),
        ),
    }
  }

  test('finds by meaning without embedding again, keeps every state, and goes on', async () => {
    const made = await server.request('/api/collections', {
      method: 'POST',
      body: JSON.stringify({ name: 'Harbour' }),
      headers: { 'content-type': 'application/json' },
    })
    const at = `/api/collections/${collectionRoutes.create.reply.parse(await made.json()).collection.id}`
    const before = collectionOn(server, at)
    await before.add('cars.md', 'You can buy a car at the harbour.')
    await before.add('keys.md', 'Ottokar keeps the keys of the tower.')
    // Without OCR a picture waits for it.
    await before.add('scan.png', SCAN)
    await before.has(['cars.md ready', 'keys.md ready', 'scan.png skipped'])
    await before.send('PUT', `${at}/model`, { model: MODEL })
    await before.serves(2)
    const documents = await before.documents()
    const file = join(folder, 'one.backup')
    await before.send('POST', '/api/backup', { file })

    const home = join(folder, 'home')
    const url = await database()
    const target = {
      home,
      ...(url['DATABASE_URL'] === undefined ? {} : { databaseUrl: url['DATABASE_URL'] }),
    }
    expect(await restoreBackup(target, file)).toMatchObject({ ok: true })
    const restored = await testServer({ ...env, ...url, COUNTERSIGN_HOME: home })
    try {
      const after = collectionOn(restored, at)
      expect(await after.documents()).toEqual(documents)
      await after.serves(2)
      const embedded = remote.sent.length
      const found = await after.search('purchase a vehicle')
      expect(found.problem).toBeNull()
      expect(found.passages[0]).toMatchObject({ document: 'cars.md' })
      expect(remote.sent.slice(embedded).map(({ text }) => text)).toEqual(['purchase a vehicle'])

      await after.add('boats.md', 'The boat will begin its journey at dawn.')
      await after.serves(3)
      expect((await after.search('vessel')).passages[0]).toMatchObject({ document: 'boats.md' })
      expect((await after.search('purchase a vehicle')).passages[0]).toMatchObject({ document: 'cars.md' })
      // What was embedded before the backup is not paid for again.
      expect(remote.sent.filter(({ text }) => text.includes('Ottokar'))).toHaveLength(1)
    } finally {
      await restored.close()
    }
  }, 120_000)
})
