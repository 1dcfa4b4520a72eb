/** @module-tag slow */
import { workflowRoutes } from '@countersign/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { allowRule, BROWSER_ENV, browserChat, json, type Reached } from './testing/browser-chat.ts'
import { needsChromium } from './testing/needs-chromium.ts'
import { village, type Village } from './testing/village.ts'

needsChromium()

const { path: PAUSED } = workflowRoutes.pauseAll

describe.each(['embedded', 'external'])('pause everything, on an %s database', (kind) => {
  let site: Village
  let model: ScriptedModel
  let server: TestServer
  let reached: Reached
  let url = ''
  let database: Record<string, string> = {}
  beforeAll(async () => {
    site = await village()
    model = await scriptedModel(obedient)
    if (kind === 'external') database = { DATABASE_URL: await newDatabase() }
    server = await testServer({ ...model.env, ...database, ...BROWSER_ENV })
    reached = { client: await server.connect(), request: (path, init) => server.request(path, init) }
    url = `http://127.0.0.1:${site.port}/`
    site.serve(
      `127.0.0.1:${site.port}/`,
      '<form method=post action=/order><button>Order</button></form><p>A page</p>',
    )
    await allowRule(reached, `browser(${url}**)`)
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await model.close()
    await site.close()
  }, 60_000)

  const openPage = async (thread: string) => {
    const answer = await server.request(`/api/browser?thread_id=${thread}`)
    return ((await answer.json()) as { page: { url: string } | null }).page // our own route
  }
  const pause = async (paused: boolean) =>
    expect((await server.request(PAUSED, json('PUT', { paused }))).status).toBe(200)

  test('closes browsers and stops the turns that use them; none opens until it goes on', async () => {
    const chat = await browserChat(reached)
    expect(await chat.act({ action: 'navigate', url })).toMatchObject({ state: 'succeeded' })
    expect(await openPage(chat.thread)).toMatchObject({ url })
    await chat.begin({ action: 'hand_over', why: 'sign in' })
    const waiting = await chat.call('waiting', 'browser_hand_over')
    await pause(true)
    expect(await openPage(chat.thread)).toBeNull()
    expect(await chat.call('cancelled', 'browser_hand_over')).toMatchObject({ id: waiting.id })
    const { turn } = await reached.client.event(
      'turn_updated',
      (event) => event.turn.id === waiting.turn_id && event.turn.state === 'cancelled',
    )
    expect(turn.id).toBe(waiting.turn_id)

    const refused = await chat.act({ action: 'navigate', url })
    expect(refused).toMatchObject({ state: 'failed', error_code: 'no_browser' })
    expect(refused.preview).toContain('everything is paused')
    await pause(false)
    expect(await chat.act({ action: 'snapshot' })).toMatchObject({ state: 'failed', error_code: 'no_page' })
    expect(await chat.act({ action: 'navigate', url })).toMatchObject({ state: 'succeeded' })
  }, 120_000)

  test('reaches the browsers of another process on the same database', async () => {
    const other = await testServer({ ...model.env, ...database, ...BROWSER_ENV }, { beside: server })
    try {
      const chat = await browserChat(reached)
      expect(await chat.act({ action: 'navigate', url })).toMatchObject({ state: 'succeeded' })
      // Either process may have run the turn: the one without a browser answers null, and after the pause both do.
      await other.request(PAUSED, json('PUT', { paused: true }))
      await expect.poll(() => openPage(chat.thread), { timeout: 20_000 }).toBeNull()
      const answer = await other.request(`/api/browser?thread_id=${chat.thread}`)
      expect(await answer.json()).toMatchObject({ page: null })
      await pause(false)
    } finally {
      await other.close()
    }
  }, 120_000)
})
