/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../testing/scripted-model.ts'
import { scriptedChat } from './testing/scripted-chat.ts'

let model: ScriptedModel
let server: TestServer
beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
}, 60_000)
afterAll(async () => {
  await server.close()
  await model.close()
}, 60_000)

test('what one turn wrote down for itself is gone in the next', async () => {
  const client = await server.connect()
  const chat = await scriptedChat(client)
  await chat.say([{ name: 'memory_write', args: { key: 'plan', value: 'first the tests' } }])
  await chat.ended()
  await chat.say([{ name: 'memory_list', args: {} }])
  await chat.ended(2)
  expect(chat.calls().map(({ tool, state, preview }) => [tool, state, preview])).toEqual([
    ['memory_write', 'succeeded', expect.anything()],
    ['memory_list', 'succeeded', 'The memory is empty.'],
  ])
  client.close()
}, 60_000)
