import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { titleIn } from './titles.ts'

let model: ScriptedModel
let server: TestServer
let client: TestClient
let titles: string[] = []
beforeAll(async () => {
  model = await scriptedModel(({ messages }) => {
    const isTitle = JSON.stringify(messages[0]?.content).includes('Write a title')
    return isTitle ? { text: titles.shift() ?? 'Another title' } : { text: 'done' }
  })
  server = await testServer(model.env)
  client = await server.connect()
})
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
})

const titleRequests = () =>
  model.requests.filter(({ messages }) => JSON.stringify(messages[0]?.content).includes('Write a title'))

async function chat(text: string, more: object): Promise<string> {
  const made = await client.command({ type: 'thread_create', model: SCRIPTED, ...more })
  const thread_id = 'thread_id' in made ? made.thread_id : undefined
  await client.command({ type: 'subscribe', thread_id, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id, text })
  await client.until(
    (message) =>
      message.type === 'event' &&
      message.thread_id === thread_id &&
      message.event.type === 'turn_updated' &&
      message.event.turn.state === 'done',
  )
  return thread_id ?? ''
}

async function titleOf(id: string): Promise<string | undefined> {
  const listed = (await (await server.request('/api/threads')).json()) as {
    threads: { id: string; title: string }[]
  } // our own route
  return listed.threads.find((one) => one.id === id)?.title
}

test('a chat of the page gets its title from the model, by its first message alone and without tools', async () => {
  titles = ['“Decimal comma in amounts.”\n']
  const id = await chat('the decimal comma test fails, please find out why and fix it', { title: '' })
  await expect.poll(() => titleOf(id)).toBe('Decimal comma in amounts')
  const [request] = titleRequests()
  expect(request?.tools ?? []).toEqual([])
  expect(request?.messages).toHaveLength(2)
  expect(titleRequests()).toHaveLength(1)
})

test('what the title used is counted with the turn of its message', async () => {
  const used = async (id: string) => {
    const chat = JSON.stringify(await (await server.request(`/api/threads/${id}`)).json())
    return /"input_tokens":(\d+),"output_tokens":(\d+)/.exec(chat)?.slice(1).map(Number)
  }
  // The scripted model counts one token in and one out for each answer.
  expect(await used(await chat('count me', {}))).toEqual([1, 1])
  const id = await chat('count me and my title', { title: '' })
  await expect.poll(() => used(id)).toEqual([2, 2])
})

test.each([
  ['no title given, as programs do', {}, 'tidy the release'],
  ['a title given', { title: 'Mine' }, 'Mine'],
])('%s: the model is not asked', async (_name, more, expected) => {
  const before = titleRequests().length
  const id = await chat('tidy the release', more)
  expect(await titleOf(id)).toBe(expected)
  expect(titleRequests()).toHaveLength(before)
})

test('nor is it where a person switched it off, or where the demo answers', async () => {
  const before = titleRequests().length
  const change = (model_titles: boolean) =>
    server.request('/api/settings', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model_titles }),
    })
  expect((await change(false)).status).toBe(200)
  expect(await titleOf(await chat('tidy the release', { title: '' }))).toBe('tidy the release')
  await change(true)
  expect(await titleOf(await chat('hello', { title: '', model: 'demo' }))).toBe('hello')
  expect(titleRequests()).toHaveLength(before)
})

test.each([
  ['Fix the tests', 'Fix the tests'],
  ['**Fix the tests**\nBecause they fail.', 'Fix the tests'],
  ['Title: "Fix the tests."', 'Fix the tests'],
  ['# Fix\u202e the\u0000 tests', 'Fix the tests'],
  ['I would suggest a title that says what this chat is about, such as the following one', ''],
  ['   ', ''],
])('%j is the title %j', (answer, title) => {
  expect(titleIn(answer)).toBe(title)
})

test('chats are found over the wire by what was said in them', async () => {
  const id = await chat('an unusual word: zyzzyva', {})
  const answer = await server.request('/api/threads/found?words=ZYZZYVA%20unusual')
  expect(await answer.json()).toEqual({
    found: [{ thread_id: id, excerpt: null }],
    more: false,
  })
  expect((await server.request('/api/threads/found?words=')).status).toBe(400)
})

test('a chat is pinned and archived by command', async () => {
  const id = await chat('mark me', {})
  expect(await client.command({ type: 'thread_mark', thread_id: id, pinned: true })).toMatchObject({
    type: 'ok',
  })
  await client.until(
    (message) =>
      message.type === 'threads_changed' &&
      message.threads.some((one) => one.id === id && one.pinned === true),
  )
  const nobody = { type: 'thread_mark', thread_id: 'thr_nobody', archived: true }
  expect(await client.command(nobody)).toMatchObject({ type: 'error', error: { code: 'not_found' } })
})
