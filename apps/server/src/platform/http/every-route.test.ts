import { ROUTES as CONTRACTS } from '@countersign/protocol'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'

/** What is open to everyone, and says nothing about anyone. */
const OPEN = new Set([
  'GET /',
  'GET /healthz',
  'GET /readyz',
  'POST /api/session',
  'GET /api/session/nonce',
  'GET /api/mcp/signed-in',
  // A secret that the list gives is in the address, since a frame brings no session.
  'GET /api/plugins/frames/:key',
  // Whoever calls a webhook signs what they send with its secret.
  'POST /hooks/:id',
  // The token is in the address.
  'POST /signals/:token',
])

/** Every route of the server: there is no other way to serve one. */
const ROUTES: readonly { readonly method: string; readonly path: string }[] = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/ws' },
  { method: 'GET', path: '/ws/terminal' },
  { method: 'GET', path: '/ws/browser' },
  ...CONTRACTS.map(({ method, path }) => ({ method, path })),
]

let server: TestServer
beforeAll(async () => {
  server = await testServer()
}, 60_000)
afterAll(() => server.close())

/** Sends something that no route would take, so that nothing happens if it is let in. */
function send(
  { method, path }: (typeof ROUTES)[number],
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const body = method === 'GET' ? '' : '{ "broken": '
  return new Promise((answer, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method,
        path: path.replaceAll(/:\w+/g, 'nothing'),
        agent: false,
        headers: {
          ...(body === ''
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (response) => {
        response.resume()
        answer(response.statusCode ?? 0)
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}

test('the contracts name them', () => {
  expect(ROUTES.length).toBeGreaterThan(55)
})

test('nothing is answered without a session, and no body is read before one is seen', async () => {
  const guarded = ROUTES.filter(({ method, path }) => !OPEN.has(`${method} ${path}`))
  const answers = await Promise.all(guarded.map(async (route) => [route, await send(route, {})] as const))
  expect(answers.filter(([, status]) => status !== 401)).toEqual([])
})

test.each([
  ['pages of another origin', { origin: 'https://evil.example' }],
  ['another name of this machine', { host: 'evil.example' }],
])('nothing is answered for %s, whoever signed in', async (_name, foreign) => {
  const headers = { authorization: `Bearer ${server.token}`, ...foreign }
  const answers = await Promise.all(ROUTES.map(async (route) => [route, await send(route, headers)] as const))
  expect(answers.filter(([, status]) => status !== 403)).toEqual([])
})
