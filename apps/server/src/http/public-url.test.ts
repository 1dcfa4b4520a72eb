import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../testing/running-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ COUNTERSIGN_PUBLIC_URL: 'https://countersign.example.com' })
})
afterAll(() => server.close())

/** Hands in the token under a name, as a proxy passes it on; gives the status and the cookie. */
function signIn(host: string, origin?: string): Promise<{ status: number | undefined; cookie: string }> {
  return new Promise((answered, failed) => {
    const headers = { host, 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) }
    const asked = request(
      { port: server.port, host: '127.0.0.1', method: 'POST', path: '/api/session', headers },
      (response) => {
        response.resume()
        answered({ status: response.statusCode, cookie: response.headers['set-cookie']?.[0] ?? '' })
      },
    )
    asked.on('error', failed)
    asked.end(JSON.stringify({ token: server.token }))
  })
}

test('under its public name it is served, with a cookie that only HTTPS carries', async () => {
  const { status, cookie } = await signIn('countersign.example.com', 'https://countersign.example.com')
  expect(status).toBe(200)
  expect(cookie).toMatch(/; Secure$/)
})

test('on loopback it is served as before', async () => {
  const { status, cookie } = await signIn(`127.0.0.1:${server.port}`)
  expect(status).toBe(200)
  expect(cookie).not.toContain('Secure')
})

test.each([
  ['another name', 'example.com', undefined],
  ['a name that ends alike', 'evil-countersign.example.com', undefined],
  ['a page of another origin', 'countersign.example.com', 'https://example.com'],
])('refused: %s', async (_what, host, origin) => {
  expect((await signIn(host, origin)).status).toBe(403)
})
