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

test.each([
  ['COUNTERSIGN_MAX_STEPS', 'steps', '50', 50],
  ['COUNTERSIGN_MAX_MODEL_CALLS', 'model_calls', '100', 100],
  ['COUNTERSIGN_MAX_TOOL_CALLS', 'tool_calls', '7', 7],
  ['COUNTERSIGN_MAX_SUBTASKS', 'subtasks', '7', 7],
  ['COUNTERSIGN_MAX_DEPTH', 'depth', '0', 0],
  ['COUNTERSIGN_MAX_PARALLEL', 'parallel', '1', 1],
  ['COUNTERSIGN_MAX_WORK', 'work', '600', 600],
  ['COUNTERSIGN_MAX_WRITES', 'writes', '2', 2],
  ['COUNTERSIGN_MAX_COST', 'cost', '2.50', 2.5],
  ['COUNTERSIGN_MAX_HISTORY', 'history_tokens', '64000', 64_000],
  ['COUNTERSIGN_MAX_RESULT', 'result_bytes', '20000', 20_000],
  ['COUNTERSIGN_MAX_ANSWER', 'answer_bytes', '200000', 200_000],
  ['COUNTERSIGN_MODEL_START', 'model_start', '5', 5],
  ['COUNTERSIGN_MODEL_SILENCE', 'model_silence', '0.5', 0.5],
  ['COUNTERSIGN_LOCAL_MODEL_SILENCE', 'local_model_silence', '200', 200],
])('%s sets the limit %s', (variable, name, text, value) => {
  expect(read({ [variable]: text })).toMatchObject({ ok: true, config: { limits: { [name]: value } } })
  for (const wrong of ['-1', 'many', '1e99']) {
    const refused = read({ [variable]: wrong })
    expect(refused).toMatchObject({ ok: false })
    expect(refused.ok ? '' : refused.message).toContain(`\`${variable}\` must be `)
  }
})
