/** @module-tag slow */
import { BROWSER_SOCKET, COMMANDS as CONTRACTS, ROUTES, TERMINAL_SOCKET } from '@countersign/protocol'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { nonceOf, signInPage, type TestPage } from '../testing/page.ts'
import { testServer, type TestServer } from '../testing/running-server.ts'
import { PERSON_COMMANDS } from './testing/person-acts.ts'

let server: TestServer
let origin: string
let token: string
let page: TestPage
beforeAll(async () => {
  server = await testServer()
  origin = new URL(server.address).origin
  token = await readFile(join(server.home, 'token'), 'utf8')
  page = await signInPage(server.address)
}, 60_000)
afterAll(() => server.close())

const rule = (text: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ list: 'allow', text }),
})

async function newAddress(): Promise<string> {
  const answer = await server.request('/api/session/codes', { method: 'POST' })
  return ((await answer.json()) as { address: string }).address // our own route
}

async function auditKinds(): Promise<readonly string[]> {
  const answer = await server.request('/api/audit?newest=true')
  const { rows } = (await answer.json()) as { rows: { kind: string }[] } // our own route
  return rows.map(({ kind }) => kind)
}

test('the printed address names localhost, and both loopbacks are held', async () => {
  expect(server.address).toMatch(/^http:\/\/localhost:\d+\/#code=/)
  for (const host of ['127.0.0.1', '[::1]'])
    expect((await fetch(`http://${host}:${server.port}/healthz`)).status).toBe(200)
})

test('a code signs in once', async () => {
  const address = await newAddress()
  const answers = await Promise.allSettled([1, 2, 3].map(() => signInPage(address)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(signInPage(address)).rejects.toThrow('401')
})

test('a signed-in page reads, changes, and holds a socket', async () => {
  expect((await page.request('/api/me')).status).toBe(200)
  expect((await page.request('/api/rules', rule('terminal.exec(npm test)'))).status).toBe(200)
  const socket = await page.socket()
  expect(socket).toBeInstanceOf(WebSocket)
  if (socket instanceof WebSocket) socket.close()
})

test('a cookie is never enough', async () => {
  const headers = { cookie: `countersign_session=${token}; session=${page.session}` }
  expect((await fetch(`${origin}/api/me`, { headers })).status).toBe(401)
})

test('what only reads changes nothing: a token for reading adds no rule', async () => {
  const authorization = `Bearer ${await page.access()}`
  const { headers, ...request } = rule('terminal.exec(rm *)')
  const answer = await fetch(`${origin}/api/rules`, {
    ...request,
    headers: { ...(headers as Record<string, string>), authorization }, // a plain object, above
  })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ error: { code: 'person_needed' } })
})

test.each([
  ['of another path', async () => page.signature('POST', '/api/rules/trust')],
  ['of another method', async () => page.signature('DELETE', '/api/rules')],
  [
    'of a nonce that we did not make',
    async () => page.signature('POST', '/api/rules', '9999999999999.aa.bb'),
  ],
  ['of nothing', async () => `${page.session}.${await nonceOf(origin)}.AAAA`],
])('a signature %s counts for nothing', async (_what, sign) => {
  const answer = await page.request('/api/rules', {
    ...rule('terminal.exec(x)'),
    headers: { 'content-type': 'application/json', 'countersign-signature': await sign() },
  })
  expect(answer.status).toBe(401)
})

test('a signature counts once', async () => {
  const headers = {
    'content-type': 'application/json',
    'countersign-signature': await page.signature('POST', '/api/rules'),
  }
  const send = () => page.request('/api/rules', { ...rule('terminal.exec(once)'), headers })
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(401)
})

test('a ticket opens one socket', async () => {
  const ticket = await page.ticket()
  const first = await page.socket(ticket)
  expect(first).toBeInstanceOf(WebSocket)
  expect(await page.socket(ticket)).toBe(401)
  if (first instanceof WebSocket) first.close()
})

test.each([
  ['another scheme', () => origin.replace('http:', 'https:')],
  ['another port', () => 'http://localhost:1'],
  ['another name of this machine', () => `http://127.0.0.1:${server.port}`],
])('a session is of its origin: %s', async (_what, other) => {
  const answer = await fetch(`${origin}/api/session/access`, {
    method: 'POST',
    headers: {
      origin: other(),
      'countersign-signature': await page.signature('POST', '/api/session/access'),
    },
  })
  expect([401, 403]).toContain(answer.status)
})

test('a session that is revoked ends at once, with its socket', async () => {
  const other = await signInPage(await newAddress())
  const access = await other.access()
  const socket = await other.socket()
  if (!(socket instanceof WebSocket)) throw new Error(`refused: ${socket}`)
  const closed = once(socket, 'close')
  const listed = (await (await page.request('/api/sessions')).json()) as { sessions: { id: string }[] } // our own route
  expect(listed.sessions.map(({ id }) => id)).toContain(other.session)
  expect((await page.request(`/api/sessions/${other.session}`, { method: 'DELETE' })).status).toBe(200)
  expect((await closed)[0]).toBe(1008)
  expect((await fetch(`${origin}/api/me`, { headers: { authorization: `Bearer ${access}` } })).status).toBe(
    401,
  )
  expect((await other.request('/api/session/access', { method: 'POST' })).status).toBe(401)
  expect(await auditKinds()).toContain('signed_out')
})

test('another process of this data folder revokes it just as well', async () => {
  const beside = await testServer({}, { beside: server })
  try {
    const other = await signInPage(await newAddress())
    const socket = await other.socket()
    if (!(socket instanceof WebSocket)) throw new Error(`refused: ${socket}`)
    const closed = once(socket, 'close')
    expect((await beside.request(`/api/sessions/${other.session}`, { method: 'DELETE' })).status).toBe(200)
    expect((await closed)[0]).toBe(1008)
  } finally {
    await beside.close()
  }
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** Requests with the token file, from a process that this server's process started: what an agent's command can do. */
async function fromChild(...requests: readonly Sent[]): Promise<readonly { status: number; text: string }[]> {
  const script = `const [origin, token, requests] = process.argv.slice(1)
    const answers = JSON.parse(requests).map(async ({ method, path, body }) => {
      const headers = { authorization: 'Bearer ' + token, ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(origin + path, { method, headers, ...(body ? { body } : {}) })
      return { status: answer.status, text: await answer.text() }
    })
    Promise.all(answers).then((all) => console.log(JSON.stringify(all)))`
  const args = ['-e', script, origin, token, JSON.stringify(requests)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as { status: number; text: string }[] // printed above
}

const command = (text: string): Sent => ({ method: 'POST', path: '/api/commands', body: text })

test('every route says what it needs', () => {
  expect(ROUTES.length).toBeGreaterThan(60)
  expect(ROUTES.filter(({ needs }) => needs === undefined)).toEqual([])
})

test('all that changes something in the browser and in media is a person’s act', () => {
  const changing = ROUTES.filter(
    ({ method, path }) => method !== 'GET' && /^\/api\/(?:browser|media|images)\b/.test(path),
  )
  expect(changing.filter(({ needs }) => needs !== 'person').map(({ path }) => path)).toEqual([
    // Sending a message with a picture is a proposal; asking for a price makes nothing.
    '/api/images',
    '/api/media/quote',
  ])
  expect(changing).toHaveLength(11)
})

test('no person’s act is done for a process that the server started, and each try is recorded', async () => {
  const acts = ROUTES.filter(({ needs }) => needs === 'person')
  expect(acts.length).toBeGreaterThan(25)
  const answers = await fromChild(
    ...acts.map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, 'nothing') })),
  )
  const done = answers.map(({ status, text }, index) => ({ path: acts[index]?.path, status, text }))
  expect(done.filter(({ status, text }) => status !== 403 || !text.includes('person_needed'))).toEqual([])
  expect((await auditKinds()).filter((kind) => kind === 'person_refused').length).toBeGreaterThan(25)
})

test('it may read and propose', async () => {
  const answers = await fromChild(
    { method: 'GET', path: '/api/threads' },
    command('{"type":"thread_create","permission_mode":"default"}'),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('no person’s command is obeyed for it either', async () => {
  const persons = CONTRACTS.flatMap(({ needs, schema }) =>
    needs === 'person' ? [schema.shape.type.value] : [],
  )
  expect([...PERSON_COMMANDS.keys()].toSorted()).toEqual(persons.toSorted())
  const answers = await fromChild(
    ...[...PERSON_COMMANDS].map(([type, fields]) => command(`{"type":"${type}",${fields}}`)),
  )
  const types = [...PERSON_COMMANDS.keys()]
  expect(answers.map(({ status }, index) => [types[index], status])).toEqual(types.map((type) => [type, 403]))
})

test('nor does it begin work in a mode that lets effects run', async () => {
  const modes = ['auto', 'acceptEdits', 'autonomous']
  const refused = await fromChild(
    ...modes.map((mode) => command(`{"type":"thread_create","permission_mode":"${mode}"}`)),
  )
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  const made = await server.request('/api/commands', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"thread_create","permission_mode":"auto"}',
  })
  const { thread_id } = (await made.json()) as { thread_id: string } // our own route
  const start = `{"type":"turn_start","thread_id":"${thread_id}","text":"run touch x"}`
  expect((await fromChild(command(start)))[0]?.status).toBe(403)
})

/** Asks for a socket from a process that the server started; resolves with the status of the answer. */
async function socketFromChild(path: string): Promise<string> {
  const script = `const [origin, token, path] = process.argv.slice(1)
    const headers = { authorization: 'Bearer ' + token, connection: 'Upgrade', upgrade: 'websocket',
      'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }
    require('node:http').get(origin + path, { headers })
      .on('upgrade', () => { console.log(101); process.exit() })
      .on('response', ({ statusCode }) => { console.log(statusCode); process.exit() })`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, origin, token, path])
  return stdout.trim()
}

test.each([`${BROWSER_SOCKET}?thread=thr_1`, `${TERMINAL_SOCKET}?session=term_1`])(
  'nor does %s open for it',
  async (path) => {
    expect(await socketFromChild('/ws')).toBe('101')
    expect(await socketFromChild(path)).toBe('403')
  },
)

test('nor does it sign the call of a picture or of speech by sending the message', async () => {
  const [made] = await fromChild(command('{"type":"thread_create","permission_mode":"default"}'))
  const { thread_id } = JSON.parse(made?.text ?? '') as { thread_id: string } // our own route
  const send = (mode: string) =>
    command(
      `{"type":"turn_start","thread_id":"${thread_id}","text":"a cat","media_generation":{"mode":"${mode}"}}`,
    )
  const answers = await fromChild(send('image'), send('speech'))
  expect(answers.map(({ status, text }) => [status, text.includes('person_needed')])).toEqual([
    [403, true],
    [403, true],
  ])
  expect(await auditKinds()).toContain('person_refused')
})

test('the server does not start while another program holds one of its loopbacks', async () => {
  const other = createServer().listen(0, '::1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(testServer({}, { port })).rejects.toThrow(/taken by another program/)
  other.close()
})

test('a process that the server started does not start another one, whose address would sign it in', async () => {
  const main = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
  const args = ['--conditions=countersign-source', main, '--join', '--port', '0', server.workspace]
  const env = { ...process.env, COUNTERSIGN_HOME: server.home }
  const ended = await promisify(execFile)(process.execPath, args, { env, timeout: 60_000 }).catch(
    (cause: unknown) => cause as { code: number; stdout: string; stderr: string }, // of execFile
  )
  const { stdout, stderr } = ended
  expect(stdout + stderr).toContain(
    `process ${process.pid}, a Countersign server on the same data folder, started this one`,
  )
  expect(stdout + stderr).not.toContain('#code=')
  expect('code' in ended && ended.code).toBe(1)
}, 90_000)
