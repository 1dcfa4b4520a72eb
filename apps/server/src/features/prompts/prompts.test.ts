import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

function save(name: string, text: string): Promise<Response> {
  return server.request(`/api/prompts/${name}`, {
    method: 'PUT',
    body: JSON.stringify({ text }),
    headers: { 'content-type': 'application/json' },
  })
}

test('a person keeps prompts by name, changes and removes them', async () => {
  expect(await (await server.request('/api/prompts')).json()).toEqual({ prompts: [] })
  expect((await save('review', 'Review {input}.')).status).toBe(200)
  expect((await save('explain', 'Explain it.')).status).toBe(200)
  const changed = await save('review', 'Review the last commit.')
  expect(await changed.json()).toEqual({
    prompts: [
      { name: 'explain', text: 'Explain it.' },
      { name: 'review', text: 'Review the last commit.' },
    ],
  })
  const removed = await server.request('/api/prompts/explain', { method: 'DELETE' })
  expect(await removed.json()).toEqual({ prompts: [{ name: 'review', text: 'Review the last commit.' }] })
  expect((await server.request('/api/prompts/explain', { method: 'DELETE' })).status).toBe(404)
})

test.each([
  ['Review', 'x', 404],
  ['2nd', 'x', 404],
  ['a'.repeat(41), 'x', 404],
  ['empty', '  ', 400],
  ['long', 'x'.repeat(20_001), 400],
])('%s is not kept', async (name, text, status) => {
  expect((await save(name, text)).status).toBe(status)
})
