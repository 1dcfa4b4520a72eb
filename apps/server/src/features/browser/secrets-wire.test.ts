/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { allowRule, BROWSER_ENV, browserChat, json, type Reached } from './testing/browser-chat.ts'
import { needsChromium } from './testing/needs-chromium.ts'
import { village, type Village } from './testing/village.ts'

needsChromium()

const KEY = 'the-key-of-the-person-7q'
const PAGE =
  '<form method=post action=/in><input name=key aria-label=Key><button>Sign in</button></form><p id=p></p><script>document.querySelector("input").oninput=(event)=>p.textContent=event.target.value</script>'

let site: Village
let model: ScriptedModel
let server: TestServer
let reached: Reached
let url = ''
beforeAll(async () => {
  site = await village()
  model = await scriptedModel(obedient)
  server = await testServer({ ...model.env, ...BROWSER_ENV })
  reached = { client: await server.connect(), request: (path, init) => server.request(path, init) }
  url = `http://127.0.0.1:${site.port}/`
  site.serve(`127.0.0.1:${site.port}/`, PAGE)
  site.serve(`127.0.0.1:${site.port}/in`, `<p>Signed in with ${KEY}</p>`)
  await allowRule(reached, `browser(${url}**)`)
}, 60_000)
afterAll(async () => {
  reached.client.close()
  await server.close()
  await model.close()
  await site.close()
}, 60_000)

const save = async (name: string, hosts: readonly string[]) => {
  const saved = await server.request(`/api/workflow-secrets/${name}`, json('PUT', { value: KEY, hosts }))
  expect(saved.status).toBe(200)
}

test('a saved secret goes into a page only where the person granted the chat that, and only at its own host', async () => {
  await save('shop', ['127.0.0.1'])
  await save('bank', ['bank.example'])
  const chat = await browserChat(reached)
  const read = await chat.act({ action: 'navigate', url })
  const ref = /Key" \[(e\d+)\]/.exec(await chat.result(read))?.[1]
  const fill = (secret: string) => chat.act({ action: 'type', ref, secret })
  expect(await fill('shop')).toMatchObject({ state: 'failed', error_code: 'no_capability' })

  const { client } = reached
  await client.command({
    type: 'capabilities_set',
    thread_id: chat.thread,
    capabilities: { secrets: true },
  })
  expect(await fill('bank')).toMatchObject({ state: 'failed', error_code: 'no_secret' })
  expect(await fill('nothing')).toMatchObject({ state: 'failed', error_code: 'no_secret' })
  const filled = await fill('shop')
  expect(filled).toMatchObject({ state: 'succeeded', body: { data: { input: 'the secret “shop”' } } })
  expect(await chat.result(filled)).toContain('••••')

  // Sending it is a submit, whose card does not tell it either.
  const seen = await chat.result(await chat.act({ action: 'snapshot' }))
  await chat.begin({ action: 'click', ref: /Sign in" \[(e\d+)\]/.exec(seen)?.[1] })
  const waiting = await chat.call('waiting', 'browser')
  expect(JSON.stringify(waiting)).toContain('masked')
  await chat.answer(waiting)
  const sent = await chat.call('succeeded', 'browser')
  expect(await chat.result(sent)).toContain('Signed in with ••••')
  expect(site.arrived.filter(({ method }) => method === 'POST')).toMatchObject([{ body: `key=${KEY}` }])
  // Neither the model nor any client was told it.
  expect(JSON.stringify(model.requests)).not.toContain(KEY)
  expect(JSON.stringify(client.messages)).not.toContain(KEY)
  const trace = await server.request(`/api/browser/trace?thread_id=${chat.thread}`)
  const text = await trace.text()
  expect(text).toContain('the secret “shop”')
  expect(text).not.toContain(KEY)
}, 120_000)
