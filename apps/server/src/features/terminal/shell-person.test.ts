/** @module-tag slow */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { signInPage } from '../../testing/page.ts'
import { testServer, type TestServer } from '../../testing/running-server.ts'
import { openShell, TerminalPage } from './testing/terminal-page.ts'

/** Who may open a terminal, and what may be done from one. */

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  token = await readFile(join(server.home, 'token'), 'utf8')
}, 60_000)
afterAll(() => server.close())

/** Asks for an address that signs in: only a person gets one. */
const ASKS = `fetch(process.argv[1]+"/api/session/codes",{method:"POST",headers:{authorization:"Bearer "+process.argv[2]}}).then((a)=>console.log("status-"+a.status+"-"))`

test('a process of a person’s own terminal acts for the person; the same process elsewhere below the server does not', async () => {
  const args = ['-e', ASKS, `http://127.0.0.1:${server.port}`, token]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toContain('status-403-')
  await openShell(server, '1')
  const page = await TerminalPage.look(server, '1')
  page.type(`'${process.execPath}' -e '${ASKS}' http://127.0.0.1:${server.port} ${token}\r`)
  await page.shows('status-200-')
  page.close()
}, 30_000)

test('nobody opens, looks at or types into a terminal with the token file from below the server', async () => {
  await openShell(server, '2')
  const script = `const [origin, token] = process.argv.slice(1)
    const ask = async (method, path, body) => (await fetch(origin + path, { method, headers: { authorization: 'Bearer ' + token, ...(body ? { 'content-type': 'application/json' } : {}) }, ...(body ? { body: JSON.stringify(body) } : {}) })).status
    const look = () => new Promise((done) => { const s = new WebSocket(origin.replace('http', 'ws') + '/ws/terminal?terminal=2'); s.onopen = () => done('open'); s.onerror = () => done('refused') })
    Promise.all([ask('POST', '/api/terminals', { terminal: '3', cols: 80, rows: 24 }), ask('GET', '/api/terminals'), ask('PUT', '/api/terminals/shared', { thread_id: 'thr_x', terminal: '2', shared: true }), ask('POST', '/api/terminals/end', { terminal: '2' }), look()]).then((all) => console.log(JSON.stringify(all)))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '-e',
    script,
    `http://127.0.0.1:${server.port}`,
    token,
  ])
  expect(JSON.parse(stdout)).toEqual([403, 403, 403, 403, 'refused'])
}, 30_000)

test('a page that was signed out no longer sees its terminal', async () => {
  const page = await signInPage(server.address)
  const origin = new URL(server.address).origin
  await openShell(server, '2')
  const url = `${origin.replace('http', 'ws')}/ws/terminal?terminal=2&ticket=${await page.ticket()}`
  const socket = new WebSocket(url, { headers: { origin } })
  await new Promise((opened) => socket.once('open', opened))
  const closed = new Promise<number>((gone) => socket.once('close', gone))
  expect((await server.request(`/api/sessions/${page.session}`, { method: 'DELETE' })).status).toBe(200)
  expect(await closed).toBe(1008)
}, 30_000)

test('a ticket opens one terminal socket, and no code does', async () => {
  const origin = new URL(server.address).origin
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/terminal?terminal=2&ticket=nothing`, {
    headers: { origin },
  })
  const status = await new Promise((refused) =>
    socket.once('unexpected-response', (_request, response) => refused(response.statusCode)),
  )
  expect(status).toBe(401)
})
