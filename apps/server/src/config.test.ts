import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Readonly<Record<string, string>>) => readConfig({ COUNTERSIGN_HOME: '/home', ...env }, {})

test('without settings it listens on loopback, and nobody else finds it', () => {
  expect(read({})).toMatchObject({ ok: true, config: { host: '127.0.0.1', publicUrl: undefined } })
})

test.each([
  ['https://countersign.example.com', 'https://countersign.example.com'],
  ['https://countersign.example.com/', 'https://countersign.example.com'],
  ['http://127.0.0.1:4180', 'http://127.0.0.1:4180'],
  ['', undefined],
])('the address in front of a proxy: %s', (given, publicUrl) => {
  expect(read({ COUNTERSIGN_PUBLIC_URL: given })).toMatchObject({ ok: true, config: { publicUrl } })
})

test.each([
  ['an address with a path', { COUNTERSIGN_PUBLIC_URL: 'https://example.com/countersign' }],
  ['an address with a name in it', { COUNTERSIGN_PUBLIC_URL: 'https://me@example.com' }],
  ['a name without a scheme', { COUNTERSIGN_PUBLIC_URL: 'example.com' }],
  ['another scheme', { COUNTERSIGN_PUBLIC_URL: 'javascript:alert(1)' }],
  ['no turns at all', { COUNTERSIGN_MAX_TURNS: '0' }],
  ['a level of the log that there is not', { COUNTERSIGN_LOG: 'loud' }],
  ['half a socket', { COUNTERSIGN_MAX_SOCKETS: '0.5' }],
  ['open to others, and nobody said under which name', { COUNTERSIGN_LISTEN: '0.0.0.0' }],
])('refused: %s', (_what, env) => {
  expect(read(env)).toMatchObject({ ok: false })
})

test('open to others under a name', () => {
  const env = { COUNTERSIGN_LISTEN: '0.0.0.0', COUNTERSIGN_PUBLIC_URL: 'https://countersign.example.com' }
  expect(read(env)).toMatchObject({ ok: true, config: { host: '0.0.0.0' } })
})

test('a setting that is there and empty is none', () => {
  const empty = { COUNTERSIGN_HOME: '', XDG_DATA_HOME: '', COUNTERSIGN_LOG: '', DATABASE_URL: '', PORT: '' }
  expect(readConfig(empty, {})).toEqual(readConfig({}, {}))
})
