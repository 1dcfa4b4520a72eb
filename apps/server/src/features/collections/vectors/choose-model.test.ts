/** @module-tag slow */
import { collectionRoutes } from '@countersign/protocol'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { embeddingServer, type EmbeddingServer } from '../../../providers/testing/embedding-server.ts'
import { newDatabase } from '../../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../../testing/running-server.ts'

const MODEL = 'openai/text-embedding-3-small'

describe.each(['embedded', 'external'])('choosing a model on an %s database', (kind) => {
  let remote: EmbeddingServer
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    remote = await embeddingServer()
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: remote.address, ...database })
    folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-linked-')))
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await remote.close()
    await rm(folder, { recursive: true })
  }, 60_000)

  async function send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; json: unknown }> {
    const answer = await server.request(path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: answer.status, json: await answer.json() }
  }

  test('the price is shown before, the model serves, and what rules keep back is never sent', async () => {
    await writeFile(join(folder, 'open.md'), 'You can buy a car at the harbour.')
    await writeFile(join(folder, 'closed.md'), 'The secret automobile stands in the barn.')
    const made = collectionRoutes.create.reply.parse(
      (await send('POST', '/api/collections', { name: 'Cars' })).json,
    )
    const at = `/api/collections/${made.collection.id}`
    await send('POST', `${at}/folders`, { path: folder })
    const view = async () => collectionRoutes.read.reply.parse((await send('GET', at)).json).collection
    await vi.waitFor(async () => expect((await view()).documents.ready).toBe(2), { timeout: 20_000 })
    // Saved after both were indexed: neither is read again before the model is asked.
    await send('POST', '/api/rules', { list: 'deny', text: `files.read(/${folder}/closed.md)` })
    expect(remote.sent).toEqual([])
    const price = await send('GET', `${at}/model?model=${encodeURIComponent(MODEL)}`)
    expect(collectionRoutes.price.reply.parse(price.json)).toMatchObject({
      passages: 1,
      tokens: 9,
      here: false,
    })
    expect(collectionRoutes.price.reply.parse(price.json).usd).toBeGreaterThan(0)
    expect(remote.sent).toEqual([])
    expect((await send('PUT', `${at}/model`, { model: MODEL })).status).toBe(200)
    await vi.waitFor(
      async () => expect((await view()).models).toMatchObject([{ model: MODEL, serving: true, passages: 1 }]),
      { timeout: 20_000 },
    )
    const found = collectionRoutes.search.reply.parse(
      (await send('GET', `${at}/search?query=${encodeURIComponent('purchase a vehicle')}`)).json,
    )
    expect(found.passages.map(({ document }) => document)).toEqual(['open.md'])
    expect(found.problem).toBeNull()
    expect(remote.sent.map(({ text }) => text).join('\n')).not.toContain('secret')
    expect((await send('PUT', `${at}/model`, { model: null })).status).toBe(200)
    expect((await view()).models).toEqual([])
  }, 90_000)

  test('a model that cannot be had is refused with what to do', async () => {
    const made = collectionRoutes.create.reply.parse(
      (await send('POST', '/api/collections', { name: 'None' })).json,
    )
    const at = `/api/collections/${made.collection.id}/model`
    expect(await send('PUT', at, { model: 'mistral/mistral-embed' })).toMatchObject({ status: 400 })
    expect(await send('PUT', at, { model: 'static/none' })).toMatchObject({ status: 400 })
    expect(await send('PUT', at, { model: 'no slash' })).toMatchObject({ status: 400 })
    const list = collectionRoutes.embedders.reply.parse((await send('GET', '/api/collections/models')).json)
    expect(Array.isArray(list.models)).toBe(true)
  }, 60_000)
})
