import { COMMANDS, ROUTES } from '@countersign/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestClient, type TestServer } from '../testing/running-server.ts'
import { BODY_SAMPLES, COMMAND_SAMPLES, filledPath, respelled } from '@countersign/protocol/testing/messages'

let server: TestServer
let client: TestClient
const log: string[] = []
beforeAll(async () => {
  server = await testServer({}, { logged: (line) => log.push(line) })
  client = await server.connect()
}, 60_000)
afterAll(async () => {
  client.close()
  await server.close()
})

async function newThread(more: object = {}): Promise<string> {
  const made = await client.command({ type: 'thread_create', ...more })
  return made.type === 'ok' ? (made.thread_id ?? '') : ''
}

async function post(path: string, body: object, method = 'POST'): Promise<{ status: number; text: string }> {
  const answer = await server.request(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return { status: answer.status, text: await answer.text() }
}

const refusal = (words: string) => ({
  type: 'error',
  error: { code: 'bad_message', message: expect.stringContaining(words) as string },
})

const types = COMMANDS.map(({ schema }) => schema.shape.type.value)

test.each(types)('%s refuses a key that it does not have', async (type) => {
  const sample = COMMAND_SAMPLES.find((one) => one.type === type)
  expect(await client.command({ ...sample, mistyped: true })).toMatchObject(
    refusal(`\`${type}\` is refused at \`mistyped\`: there is no \`mistyped\`: did you mean`),
  )
})

const bodies = ROUTES.flatMap(({ method, path, body }) =>
  body === undefined || path === '/api/commands' ? [] : [{ method, path }],
)

test.each(bodies)('$method $path refuses a key that its body does not have', async ({ method, path }) => {
  const sample = BODY_SAMPLES[`${method} ${path}`]
  const { status, text } = await post(filledPath(path), { ...sample, mistyped: true }, method)
  expect([status, text]).toEqual([400, expect.stringContaining('mistyped')])
})

test.each([
  ['thread_create', 'permission_mode', 'permision_mode'],
  ['thread_create', 'max_cost', 'maxCost'],
  ['turn_start', 'permission_mode', 'permissionMode'],
  ['call_undo', 'dry_run', 'dryRun'],
  ['tool_approval_response', 'rule', 'rules'],
])('%s without `%s` does more: `%s` is refused and names it', async (type, key, spelled) => {
  const sample = COMMAND_SAMPLES.find((one) => one.type === type)
  const sent = respelled(sample, [key], spelled)
  expect(await client.command(sent as Record<string, unknown>)).toMatchObject(
    refusal(`did you mean \`${key}\`?`),
  ) // an object, as the sample is
})

test('a rule for one chat does not become one for all by a mistyped `thread_id`', async () => {
  const thread_id = await newThread()
  const { status, text } = await post('/api/rules', {
    list: 'allow',
    text: 'terminal.exec(git push)',
    threadId: thread_id,
  })
  expect([status, text]).toEqual([400, expect.stringContaining('did you mean `thread_id`?')])
  expect(await (await server.request('/api/rules')).text()).not.toContain('git push')
})

test('a call from outside does not lose the `asks` of its tool by a mistyped key', async () => {
  const sample = BODY_SAMPLES['POST /api/outside/calls']
  const { status, text } = await post(
    '/api/outside/calls',
    respelled(sample, ['call', 'tool', 'asks'], 'ask') as object, // an object, as the sample is
  )
  expect([status, text]).toEqual([400, expect.stringContaining('`call.tool.ask`')])
})

test('a query has no unknown key either', async () => {
  const answer = await server.request('/api/calls?thraed=thr_a')
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('did you mean `thread`?'),
  ])
})

test('what an older client sends is ignored, and logged once for its connection', async () => {
  const old = { agent_mode: true, agent_planner: 'x', tools: ['files.read'], collections: [] }
  const second = await server.connect()
  log.length = 0
  const made = await second.command({ type: 'thread_create', ...old })
  expect(made.type).toBe('ok')
  const thread_id = made.type === 'ok' ? made.thread_id : undefined
  await second.command({ type: 'subscribe', thread_id, after_seq: 0 })
  expect(
    await second.command({ type: 'turn_start', thread_id, text: 'list the files', ...old }),
  ).toMatchObject({ type: 'ok' })
  await second.event('turn_updated', ({ turn }) => turn.state === 'done')
  const calls = second.messages.filter(({ type }) => type === 'event')
  expect(JSON.stringify(calls)).toContain('files.list')
  const noted = log.filter((line) => line.includes('ignored what an older client sends'))
  expect(noted.map((line) => JSON.parse(line) as object)).toMatchObject([
    { command: 'thread_create', keys: ['agent_mode', 'agent_planner', 'tools', 'collections'] },
  ])
  second.close()
})

test('an answer to a card takes no keys of older clients', async () => {
  const sample = COMMAND_SAMPLES.find(({ type }) => type === 'tool_approval_response')
  expect(await client.command({ ...sample, agent_mode: true })).toMatchObject(refusal('`agent_mode`'))
})
