/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { changesBench } from './testing/bench.ts'

/** What the agent reads of its own changes, and of what the person did meanwhile. */

let model: ScriptedModel
let bench: Awaited<ReturnType<typeof changesBench>>
beforeAll(async () => {
  // It does what the person said, not what else it is told.
  model = await scriptedModel(({ messages }) =>
    obedient({
      messages: messages.filter(({ content }) => !String(content).startsWith('The person changed')),
    }),
  )
  bench = await changesBench(model.env, SCRIPTED)
})
afterAll(async () => {
  await bench.close()
  await model.close()
})

const ask = (calls: readonly object[], load: readonly string[] = []) => JSON.stringify({ calls, load })

test('the agent reads what it changed and what was undone by hand, without what rules keep from it', async () => {
  const thread = await bench.newChat()
  const write = (path: string, content: string) => ask([{ name: 'files.write', args: { path, content } }])
  await bench.agent(thread, write('a.txt', 'one\n'))
  await bench.agent(thread, write('b.txt', 'two\n'))
  await bench.save('secret/plan.txt', 'mine\n')
  await bench.undo(thread, 'a.txt', 'one')
  await bench.keep(thread, 'b.txt', 'two')
  await bench.server.request('/api/rules', {
    method: 'POST',
    body: JSON.stringify({ list: 'deny', text: 'files.read(/secret/**)' }),
    headers: { 'content-type': 'application/json' },
  })
  await bench.agent(thread, ask([{ name: 'changes.list', args: {} }], ['changes']))
  const told = JSON.stringify(model.requests.at(-1)?.messages)
  expect(told).toContain('a.txt (deleted)')
  expect(told).toContain('by you: UNDONE by the person')
  expect(told).toContain('by you: kept by the person')
  expect(told).toContain('1 files are kept from you by a rule')
  expect(told).not.toContain('plan.txt')
})

test('the next step tells which files were changed by hand, without those that rules keep from the agent', async () => {
  const thread = await bench.newChat()
  await bench.put('c.txt', 'one\ntwo\n')
  await bench.agent(thread, ask([{ name: 'files.read', args: { path: 'c.txt' } }]))
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('changed files by hand')
  await bench.save('c.txt', 'one\nTWO, by hand\n')
  await bench.save('secret/more.txt', 'mine\n')
  await bench.say(thread, 'go on')
  const told = model.requests.find(({ messages }) =>
    JSON.stringify(messages).includes('The person changed files by hand since your last step: `c.txt`.'),
  )
  expect(told).toBeDefined()
  expect(JSON.stringify(model.requests)).not.toContain('more.txt')
})
