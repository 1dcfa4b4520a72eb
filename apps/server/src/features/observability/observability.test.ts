import { ObservedPage, type ObservedCall } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../../testing/running-server.ts'
import { obedient, SCRIPTED, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'

/** What the record of all chats says, over the wire. */

let model: ScriptedModel
let server: TestServer
let client: TestClient
let thread: string

beforeAll(async () => {
  model = await scriptedModel(obedient)
  server = await testServer(model.env)
  client = await server.connect()
  const created = await client.command({ type: 'thread_create', model: SCRIPTED })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  thread = created.thread_id
  await client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
  await say({ calls: [{ name: 'files.list', args: { path: '.' } }] })
  await say({ calls: [{ name: 'files.read', args: { path: 'api_key=sk-proj-abcdefghijklmnop1234' } }] })
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  await model.close()
}, 60_000)

let turns = 0

async function say(script: unknown): Promise<void> {
  await client.command({ type: 'turn_start', thread_id: thread, text: JSON.stringify(script) })
  turns += 1
  await vi.waitFor(
    () =>
      expect(
        client.messages.filter(
          (one) =>
            one.type === 'event' && one.event.type === 'turn_updated' && ENDED.has(one.event.turn.state),
        ),
      ).toHaveLength(turns),
    { timeout: 20_000 },
  )
}

const ENDED = new Set(['done', 'failed', 'cancelled'])

async function page(query = ''): Promise<ObservedPage> {
  const response = await server.request(`/api/observability${query}`)
  expect(response.status).toBe(200)
  return ObservedPage.parse(await response.json())
}

const named = (calls: readonly ObservedCall[], name: string) => calls.filter((call) => call.name === name)

test('calls of models and tools stand in one list, newest first, with what they took', async () => {
  const { calls, total, errors, next } = await page()
  expect({ total, errors, next }).toEqual({ total: 2, errors: 1, next: null })
  expect(calls.map(({ at }) => at)).toEqual(calls.map(({ at }) => at).toSorted((a, b) => b - a))
  const [listed] = named(calls, 'files.list')
  expect(listed).toMatchObject({ kind: 'tool', state: 'done', decision: 'run', waiting_ms: 0, problem: null })
  expect(listed?.work_ms).toBeGreaterThanOrEqual(0)
  expect(listed?.bytes).toBeGreaterThan(0)
  const answers = calls.filter(({ kind }) => kind === 'model')
  expect(answers).toHaveLength(4)
  expect(answers[0]).toMatchObject({ name: SCRIPTED, state: 'done' })
  expect(answers.every(({ input_tokens }) => typeof input_tokens === 'number')).toBe(true)
})

test('errors, tools and words filter; secrets are masked and cannot be searched for', async () => {
  const { calls } = await page('?state=error')
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({ name: 'files.read', state: 'error' })
  expect(JSON.stringify(calls)).not.toContain('abcdefghijklmnop1234')
  expect((await page('?text=abcdefghijklmnop1234')).calls).toEqual([])
  expect((await page('?tool=files.')).calls).toHaveLength(2)
  expect((await page('?tool=model')).calls).toHaveLength(4)
  expect((await page('?text=not_found')).calls.map(({ name }) => name)).toEqual(['files.read'])
})

test('the export is one masked line of JSON for each call', async () => {
  const text = await (await server.request('/api/observability/export')).text()
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toHaveLength(6) // our own route
  expect(text).not.toContain('abcdefghijklmnop1234')
})

test('the agent asks for numbers, and is told no titles of other chats', async () => {
  const query = { name: 'observability.query', args: { since: '1h', state: 'error' } }
  await say({ load: ['observability'], calls: [query] })
  const told = JSON.stringify(model.requests.at(-1)?.messages.at(-1))
  expect(told).toContain('files.read · error · not_found')
  expect(told).not.toContain('Read api_key')
})

test('a person begins the list anew: nothing is deleted, and the audit has it', async () => {
  const cleared = await server.request('/api/observability/clear', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await cleared.json()).toMatchObject({ ok: true })
  const { calls, start, total } = await page()
  expect(start).toBeGreaterThan(0)
  expect(total).toBe(0)
  expect(named(calls, 'files.list')).toEqual([])
  const past = await (await server.request('/api/calls')).text()
  expect(past).toContain('files.list')
  expect(past).toContain('observability.clear')
})
