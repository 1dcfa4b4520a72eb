/** @module-tag slow */
import { BROWSER_SOCKET } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { signInPage } from '../../testing/page.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { allowRule, BROWSER_ENV, browserChat } from './testing/browser-chat.ts'
import { needsChromium } from './testing/needs-chromium.ts'
import { village, type Village } from './testing/village.ts'

needsChromium()

let site: Village
let model: ScriptedModel
let server: TestServer
beforeAll(async () => {
  site = await village()
  model = await scriptedModel(obedient)
  server = await testServer({ ...model.env, ...BROWSER_ENV })
}, 60_000)
afterAll(async () => {
  await server.close()
  await model.close()
  await site.close()
}, 60_000)

test('while a person has the browser nobody reads over HTTP where they are', async () => {
  const url = `http://127.0.0.1:${site.port}/`
  site.serve(`127.0.0.1:${site.port}/`, '<title>A page</title>')
  const reached = { client: await server.connect(), request: server.request }
  await allowRule(reached, `browser(${url}**)`)
  const chat = await browserChat(reached)
  expect(await chat.act({ action: 'navigate', url })).toMatchObject({ state: 'succeeded' })
  const shown = async () => {
    const answer = await server.request(`/api/browser?thread_id=${chat.thread}`)
    return (await answer.json()) as { held: boolean; page: unknown } // our own route
  }
  expect(await shown()).toMatchObject({ held: false, page: { url, title: 'A page' } })

  const page = await signInPage(server.address)
  const { origin } = new URL(server.address)
  const place = `${origin.replace('http', 'ws')}${BROWSER_SOCKET}?thread=${chat.thread}&ticket=${await page.ticket()}`
  const socket = new WebSocket(place, { headers: { origin } })
  const said: string[] = []
  socket.on('message', (data: Buffer, isBinary) => isBinary || said.push(data.toString('utf8')))
  await new Promise((opened, failed) => socket.once('open', opened).once('error', failed))
  socket.send(JSON.stringify({ type: 'take' }))
  await expect.poll(() => said.at(-1), { timeout: 20_000 }).toContain('"holder":"you"')
  expect(said.at(-1)).toContain(url)
  expect(await shown()).toMatchObject({ held: true, page: { url: '', title: '' } })
  socket.send(JSON.stringify({ type: 'give_back' }))
  await expect.poll(shown, { timeout: 20_000 }).toMatchObject({ held: false, page: { url } })
  socket.close()
  reached.client.close()
}, 120_000)
