import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

let model: ScriptedModel
let server: TestServer
let client: TestClient
beforeAll(async () => {
  model = await scriptedModel(({ messages }) => {
    const asked = JSON.stringify(messages.at(-1)?.content)
    return { text: asked.includes('about to be shortened') ? 'Decided: tabs.' : 'y'.repeat(5000) }
  })
  server = await testServer(model.env)
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
})

async function say(thread_id: string, text: string, more: object = {}): Promise<void> {
  const seen = client.messages.length
  await client.command({ type: 'turn_start', thread_id, text, ...more })
  await client.until(
    (message) =>
      client.messages.indexOf(message) >= seen &&
      message.type === 'event' &&
      message.event.type === 'turn_updated' &&
      message.event.turn.state === 'done',
  )
}

test('the history is compacted on demand: people see everything, the model goes on from the summary', async () => {
  const made = await client.command({ type: 'thread_create', model: SCRIPTED, title: 'x' })
  const id = 'thread_id' in made ? String(made.thread_id) : ''
  await client.command({ type: 'subscribe', thread_id: id, after_seq: 0 })
  await say(id, 'shall we use tabs or blanks')
  await say(id, '/compact keep what was decided', { compact: true })
  expect(model.requests.at(-1)?.tools ?? []).toEqual([])
  await say(id, 'go on')
  const read = JSON.stringify(model.requests.at(-1)?.messages)
  expect(read).toContain('Decided: tabs.')
  expect(read).toContain('go on')
  expect(read).not.toContain('tabs or blanks')
  expect(read).not.toContain('/compact')
  const chat = JSON.stringify(await (await server.request(`/api/threads/${id}`)).json())
  expect(chat).toContain('shall we use tabs or blanks')
  expect(chat).toContain('History compacted: about')
})
