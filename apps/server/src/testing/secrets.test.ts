/** @module-tag slow */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustOpen } from '../store/testing/grounds.ts'
import { plainUuid } from '../store/testing/scene.ts'
import { testServer, type TestClient, type TestServer } from './running-server.ts'

/** Secrets of many kinds, each in the words in which it reaches a command. */
const SECRETS: readonly { readonly value: string; readonly command: string }[] = [
  'GITHUB_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345|ghp_0123456789abcdefghijABCDEFGHIJ012345',
  'echo sk-ant-api03-abcdefghijklmnopqrst|api03-abcdefghijklmnopqrst',
  'echo AKIAIOSFODNN7EXAMPLE|IOSFODNN7EXAMPLE',
  'echo xoxb-123456789012-abcdefghij|123456789012-abcdefghij',
  'echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123|hbGciOiJIUzI1NiJ9',
  'psql postgres://me:Correct1Horse@db/x|Correct1Horse',
  'curl -u me:Battery2Staple http://127.0.0.1:9/|Battery2Staple',
  'deploy --token Hunter2Hunter|Hunter2Hunter',
  'PGPASSWORD=Swordfish99 psql|Swordfish99',
  "curl -H 'Authorization: Bearer abc.def-123456' http://127.0.0.1:9/|abc.def-123456",
  'echo Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4|Zx8Qm3Lp0Rt7Vb2Ny5Kc9Wd4',
].map((line) => {
  const [command = '', value = ''] = line.split('|')
  return { command, value }
})

interface ModelCall {
  readonly name: string
  readonly input: string
}

/** Every road that a call with a secret can take: commands, files, tools that are not there, arguments that do not fit. */
const CALLS: readonly ModelCall[] = [
  ...SECRETS.map(({ command }) => ({ name: 'terminal_exec', input: JSON.stringify({ command }) })),
  {
    name: 'files_write',
    input: JSON.stringify({
      path: 'ghp_0123456789abcdefghijABCDEFGHIJ012345.txt',
      content: 'PASSWORD=Swordfish99',
    }),
  },
  { name: 'no_such_tool', input: JSON.stringify({ token: 'Hunter2Hunter' }) },
  { name: 'terminal_exec', input: '{"command": PGPASSWORD=Swordfish99' },
  { name: 'terminal_exec', input: JSON.stringify({ password: 'Correct1Horse' }) },
]

let model: Server
let server: TestServer
let client: TestClient
beforeAll(async () => {
  model = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(asked ? textAnswer() : callsAnswer())
      asked = true
    })
  })
  await new Promise<void>((listening) => model.listen(0, '127.0.0.1', listening))
  const { port } = model.address() as AddressInfo // a TCP server that listens has one
  server = await testServer({
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    COUNTERSIGN_MODEL: 'anthropic/claude-sonnet-5-5',
  })
  client = await server.connect()
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
  model.closeAllConnections()
  model.close()
}, 60_000)

let asked = false
const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`

function answer(blocks: readonly string[], stop: string): string {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [], usage }
  return [
    event('message_start', { message: { ...message, stop_reason: null } }),
    ...blocks,
    event('message_delta', {
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: 1 },
    }),
    event('message_stop', {}),
  ].join('')
}

const textAnswer = () =>
  answer(
    [
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'done' } }),
      event('content_block_stop', { index: 0 }),
    ],
    'end_turn',
  )

const callsAnswer = () =>
  answer(
    CALLS.flatMap(({ name, input }, index) => [
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: `t${index}`, name, input: {} },
      }),
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: input } }),
      event('content_block_stop', { index }),
    ]),
    'tool_use',
  )

/** Secrets that a text shows. */
function shown(text: string): readonly string[] {
  return SECRETS.map(({ value }) => value).filter((value) => text.includes(value))
}

async function read(path: string): Promise<string> {
  const response = await server.request(path)
  expect(response.status).toBe(200)
  return response.text()
}

test('secrets in calls reach no card, no event, no rule, no audit row and no list', async () => {
  const created = await client.command({ type: 'thread_create' })
  const thread = created.type === 'ok' ? (created.thread_id ?? '') : ''
  await client.command({ type: 'subscribe', thread_id: thread, after_seq: 0 })
  await client.command({ type: 'turn_start', thread_id: thread, text: 'go' })

  // Each card is answered: every second one yes, the others no, with words that hold a secret themselves.
  const answered = new Set<string>()
  const over = client.event('turn_updated', ({ turn }) => ['done', 'failed'].includes(turn.state))
  let ended = false
  void over.then(() => {
    ended = true
  })
  while (!ended) {
    for (const message of client.messages.slice()) {
      if (message.type !== 'event' || message.event.type !== 'tool_approval_request') continue
      const { tool_call_id, hash } = message.event.approval
      if (answered.has(tool_call_id)) continue
      answered.add(tool_call_id)
      const given = { type: 'tool_approval_response', tool_call_id, hash }
      const kept = { ...given, decision: 'allow_always', rule: 'terminal.exec(deploy --token Hunter2Hunter)' }
      expect(await client.command(kept)).toMatchObject({ error: { code: 'bad_rule' } })
      const yes = answered.size % 2 === 0
      const how = yes
        ? { decision: 'allow_once' }
        : { decision: 'deny', feedback: 'use PASSWORD=Swordfish99 instead' }
      expect(await client.command({ ...given, ...how })).toMatchObject({ type: 'ok' })
    }
    await new Promise((resume) => setImmediate(resume))
  }
  expect((await over).turn.state).toBe('done')
  expect(answered.size).toBeGreaterThan(5)

  const refused = await server.request('/api/rules', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ list: 'deny', text: 'terminal.exec(PGPASSWORD=Swordfish99 *)' }),
  })
  expect(refused.status).toBe(400)
  expect(shown(await refused.text())).toEqual([])

  const wire = JSON.stringify(client.messages)
  expect(wire).toContain('tool_call_update')
  expect(shown(wire)).toEqual([])
  for (const path of [`/api/threads/${thread}`, '/api/waiting', '/api/recorded', '/api/rules'])
    expect([path, shown(await read(path))]).toEqual([path, []])
  const audit = await read('/api/audit?limit=1000')
  expect(audit).toContain('call_turned_away')
  expect(shown(audit)).toEqual([])
}, 120_000)

test('in the database they are only in what is to run, and in what was said', async () => {
  const store = await mustOpen({ home: server.home, processId: plainUuid() })
  const tables = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables where table_schema = 'public'`.execute(
    store.db,
  )
  const where: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t`.execute(store.db)
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (shown(JSON.stringify(value)).length > 0) where.push(`${name}.${column}`)
  }
  await store.close()
  // The exact arguments and their decision, the journal of the model's own words, results, and a person's words to the model.
  const known = [
    'approvals.feedback',
    'calls.decision',
    'calls.frozen',
    'calls.result',
    'calls.signature',
    'steps.entry',
  ]
  expect([...new Set(where)].toSorted()).toEqual(known)
}, 60_000)
