import { expect, test } from 'vitest'
import { fetchWith, readHeaders, type ServerHeaders } from './headers.ts'

const ENV = { TOKEN: 'hunter2hunter2', EMPTY: '' }

function read(given: readonly string[], fromEnv: readonly string[] = []): ServerHeaders {
  const headers = readHeaders(given, fromEnv, ENV)
  if ('error' in headers) throw new Error(headers.error)
  return headers
}

test('headers are read from the line and from variables', () => {
  const { headers } = read(['X-Team: a: b'], ['Authorization=Bearer TOKEN', 'X-Key=TOKEN'])
  expect([...headers]).toEqual([
    ['x-team', 'a: b'],
    ['authorization', 'Bearer hunter2hunter2'],
    ['x-key', 'hunter2hunter2'],
  ])
})

test.each([
  [['X-Key hunter2hunter2'], []],
  [['X Key: hunter2hunter2'], []],
  [['X-Key: hunter2hunter2\u0000'], []],
  [['X-Key: hunter2hunter2', 'x-key: other'], []],
  [[], ['Authorization']],
  [[], ['Authorization=Bearer EMPTY']],
  [[], ['Authorization=Bearer NOWHERE']],
  [[], ['X-Key=hunter2hunter2']],
])('%j %j is refused, and no value is named', (given, fromEnv) => {
  const refused = readHeaders(given, fromEnv, ENV)
  if (!('error' in refused)) throw new Error('read')
  expect(refused.error).not.toContain('hunter2')
})

test('values are taken out of texts, with and without their words', () => {
  const { hide } = read(['X-Key: Basic topsecret99'], ['Authorization=Bearer TOKEN'])
  expect(hide('401: no Bearer hunter2hunter2, no topsecret99')).toBe('401: no Bearer ••••, no ••••')
})

test('headers go to the server behind alone', async () => {
  const seen: [string, string | null][] = []
  const note: typeof fetch = (address, init) => {
    seen.push([new Request(address).url, new Headers(init?.headers).get('x-key')])
    return Promise.resolve(new Response())
  }
  const send = fetchWith(read([], ['X-Key=TOKEN']), new URL('https://mcp.example.com/mcp'), note)
  await send('https://mcp.example.com/mcp', { method: 'POST' })
  await send(new URL('https://login.example.com/token'))
  await send('http://mcp.example.com/mcp')
  expect(seen).toEqual([
    ['https://mcp.example.com/mcp', 'hunter2hunter2'],
    ['https://login.example.com/token', null],
    ['http://mcp.example.com/mcp', null],
  ])
})
