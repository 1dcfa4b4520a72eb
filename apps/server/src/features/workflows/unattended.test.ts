/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { oneNode, WorkflowUser } from './testing/wire.ts'

describe.each(['embedded', 'external'])('a run that nobody watches, on an %s database', (kind) => {
  let server: TestServer
  let client: TestClient
  const user = new WorkflowUser(() => server)
  beforeAll(async () => {
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...database, COUNTERSIGN_APPROVAL_TIMEOUT: '1' })
    client = await server.connect()
  }, 60_000)
  afterAll(async () => {
    client.close()
    await server.close()
  }, 60_000)

  test('its question waits as a card without an end, however soon questions of chats expire', async () => {
    const { id, hash } = await user.saved(oneNode('save', 'files.write', { path: 'a.txt', content: 'x' }))
    const when = { kind: 'schedule', cron: '* * * * * *' }
    await user.ask('POST', '/api/triggers', { workflow_id: id, hash, when })
    await expect.poll(async () => (await user.runs(id))[0]?.state, { timeout: 30_000 }).toBe('waiting')
    expect(await user.waiting()).toMatchObject([{ expires_at: null }])
    const [run] = await user.runs(id)
    await user.answer(client)
    await user.until(run?.id ?? '', 'done')
  }, 60_000)
})
