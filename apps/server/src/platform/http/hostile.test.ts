/** @module-tag slow */
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { testServer, type TestServer } from '../../testing/running-server.ts'

/** Messages that are sent before the answers are looked at: below what may wait of one client. */
const BATCH = 1000
/** Hostile messages that are sent; the long form sends a hundred thousand. */
const COUNT = Number(process.env['FUZZ_MESSAGES'] ?? 3000)

let server: TestServer
const unhandled: unknown[] = []
const note = (cause: unknown) => unhandled.push(cause)
beforeAll(async () => {
  process.on('unhandledRejection', note)
  server = await testServer()
}, 60_000)
afterAll(async () => {
  await server.close()
  process.off('unhandledRejection', note)
}, 60_000)

test.each([
  ['no token', {}, 401],
  ['a wrong token', { authorization: 'Bearer 00' }, 401],
  ['a page of another origin', { origin: 'https://evil.example' }, 403],
  ['another host by DNS', { host: 'evil.example' }, 403],
])('the socket is refused for %s', async (_name, headers, status) => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, { headers })
  let closed: Promise<unknown> = Promise.resolve()
  const refused = await new Promise<number>((answer) => {
    socket.on('unexpected-response', (_request, response) => {
      answer(response.statusCode ?? 0)
      response.resume()
      closed = once(response.socket, 'close')
    })
    socket.on('error', () => {})
  })
  expect(refused).toBe(status)
  // Nobody reads from it any more: left open, a page of anyone could use up all that there are.
  await closed
})

test('resources are refused without the token, and to other origins', async () => {
  const bare = await fetch(`http://127.0.0.1:${server.port}/api/threads`)
  expect(bare.status).toBe(401)
  const foreign = await server.request('/api/threads', { headers: { origin: 'https://evil.example' } })
  expect(foreign.status).toBe(403)
  const session = await fetch(`http://127.0.0.1:${server.port}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${server.port}` },
    body: JSON.stringify({ code: 'wrong', public_key: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }),
  })
  expect(session.status).toBe(401)
})

test('the page has a policy without inline code, and sends no referrer', async () => {
  const page = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-cache')
})

test('hostile messages: closed errors, no change of state, no crash', async () => {
  const client = await server.connect()
  const created = await client.command({ type: 'thread_create', title: 'untouched' })
  expect(created.type).toBe('ok')
  const before = await state()

  const types = fc.constantFrom(
    'turn_start',
    'turn_stop',
    'tool_approval_response',
    'thread_delete',
    'mode_set',
    'subscribe',
    'keep_waiting',
    'call_settle',
    'thread_rename',
    'unsubscribe',
    'nope',
    '__proto__',
    'constructor',
  )
  const value = fc.oneof(
    fc.anything({ maxDepth: 2 }),
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.constant('thr_0'),
    fc.constant('call_0'),
  )
  const hostile = fc.record(
    {
      type: types,
      request_id: value,
      thread_id: value,
      tool_call_id: value,
      decision: value,
      hash: value,
      permission_mode: value,
      rule: value,
      after_seq: value,
      how: value,
      title: value,
      text: value,
    },
    { requiredKeys: [] },
  )
  const texts = fc.sample(
    fc.oneof(
      hostile.map((message) => JSON.stringify(message) ?? 'undefined'),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json(),
    ),
    { numRuns: COUNT, seed: 4 },
  )
  const codes = new Map<string, number>()
  for (let from = 0; from < texts.length; from += BATCH) {
    for (const text of texts.slice(from, from + BATCH)) client.socket.send(text)
    // Commands of one socket are answered in order: once this one is, all before it were.
    await client.command({ type: 'list_tools', thread_id: 'thr_0' })
    for (const message of client.messages.splice(0))
      if (message.type === 'error') codes.set(message.error.code, (codes.get(message.error.code) ?? 0) + 1)
  }
  expect([...codes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(COUNT / 2)
  expect(codes.has('internal')).toBe(false)
  expect(await state()).toEqual(before)
  expect(unhandled).toEqual([])
  client.close()
})

test('hostile bodies over HTTP', async () => {
  const bodies = fc.sample(fc.oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 500 })), {
    numRuns: Math.ceil(COUNT / 15),
    seed: 5,
  })
  const before = await state()
  for (const body of bodies) {
    for (const path of ['/api/rules', '/api/decide', '/api/session']) {
      const response = await server.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect([400, 401, 404]).toContain(response.status)
    }
  }
  expect(await state()).toEqual(before)
  expect(unhandled).toEqual([])
})

/** Everything that hostile input could have changed: threads, rules, what waits, and every row of the audit. */
async function state(): Promise<unknown> {
  // Anchors what is new, so that no timer adds a row between two looks.
  await server.request('/api/audit/verify')
  const [threads, rules, waiting, audit] = await Promise.all(
    ['/api/threads', '/api/rules', '/api/waiting', '/api/audit?limit=1000'].map(async (path) => {
      const answer: unknown = await (await server.request(path)).json()
      return answer
    }),
  )
  return { threads, rules, waiting, audit }
}
