import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/running-server.ts'

const PUBLIC = 'https://countersign.example.com'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ COUNTERSIGN_PUBLIC_URL: PUBLIC })
})
afterAll(() => server.close())

/** Signs in under a name with a code of the printed address, as a proxy passes it on; gives the status. */
async function signIn(host: string, origin?: string): Promise<number | undefined> {
  const made = await server.request('/api/session/codes', { method: 'POST' })
  const { code } = (await made.json()) as { code: string } // our own route
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return new Promise((answered, failed) => {
    const headers = { host, 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) }
    const asked = request(
      { port: server.port, host: '127.0.0.1', method: 'POST', path: '/api/session', headers },
      (response) => {
        response.resume()
        answered(response.statusCode)
      },
    )
    asked.on('error', failed)
    asked.end(JSON.stringify({ code, public_key: { kty, crv, x, y } }))
  })
}

test('the printed address is the public one', () => {
  expect(server.address.startsWith(`${PUBLIC}/#code=`)).toBe(true)
})

test('pages sign in under the public name, and on loopback', async () => {
  expect(await signIn('countersign.example.com', PUBLIC)).toBe(200)
  expect(await signIn(`127.0.0.1:${server.port}`, `http://127.0.0.1:${server.port}`)).toBe(200)
})

test.each([
  ['another name', 'example.com', undefined],
  ['a name that ends alike', 'evil-countersign.example.com', undefined],
  ['a page of another origin', 'countersign.example.com', 'https://example.com'],
  ['a page of another scheme', 'countersign.example.com', 'http://countersign.example.com'],
])('refused: %s', async (_what, host, origin) => {
  expect(await signIn(host, origin)).toBe(403)
})
