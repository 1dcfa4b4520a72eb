/** @module-tag slow */
import { browserRoutes, workflowRoutes } from '@countersign/protocol'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { restoreBackup } from '../../restore.ts'
import { newDatabase } from '../../store/testing/grounds.ts'
import { signInPage } from '../../testing/page.ts'
import { TestClient, testServer, type TestServer } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { allowRule, BROWSER_ENV, browserChat, json, type Reached } from './testing/browser-chat.ts'
import { needsChromium } from './testing/needs-chromium.ts'
import { village, type Village } from './testing/village.ts'

needsChromium()

const SESSION = 'session-of-the-person-k3pt'

describe.each(['embedded', 'external'])('logins over the wire, on an %s database', (kind) => {
  let site: Village
  let model: ScriptedModel
  let server: TestServer
  let folder = ''
  let url = ''
  let env: Record<string, string> = {}
  beforeAll(async () => {
    site = await village()
    model = await scriptedModel(obedient)
    folder = await mkdtemp(join(tmpdir(), 'cs-logins-'))
    env = { ...model.env, ...BROWSER_ENV, COUNTERSIGN_SECRET: 'a-secret-of-this-test-alone' }
    const database = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    server = await testServer({ ...env, ...database })
    url = `http://127.0.0.1:${site.port}/`
    // The site signs in whoever asks for its page, and its page says who is signed in.
    site.serve(`127.0.0.1:${site.port}/`, ({ headers }, response) => {
      const known = headers.cookie?.includes(SESSION) === true
      response.setHeader('set-cookie', `session=${SESSION}; Path=/; HttpOnly; SameSite=Lax`)
      response.setHeader('content-type', 'text/html').end(known ? '<p>Hello, Ada</p>' : '<p>A stranger</p>')
    })
  }, 60_000)
  afterAll(async () => {
    await server.close()
    await model.close()
    await site.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  const reach = async (to: TestServer): Promise<Reached> => ({
    client: await to.connect(),
    request: (path, init) => to.request(path, init),
  })
  /** What a new chat of the person reads on the page. */
  const greeted = async (reached: Reached, options: Parameters<typeof browserChat>[1] = {}) => {
    const chat = await browserChat(reached, options)
    const read = await chat.act({ action: 'navigate', url })
    expect(read).toMatchObject({ state: 'succeeded' })
    const text = await chat.result(read)
    return { thread: chat.thread, text }
  }
  const logins = async (from: TestServer) =>
    ((await (await from.request('/api/browser/logins')).json()) as { logins: unknown[] }).logins // our own route

  test('kept, used in later chats, in no unattended run, in the backup, and removed', async () => {
    const reached = await reach(server)
    await allowRule(reached, `browser(${url}**)`)
    expect(await logins(server)).toEqual([])
    const first = await greeted(reached)
    expect(first.text).toContain('A stranger')
    // Nothing is kept automatically.
    expect((await greeted(reached)).text).toContain('A stranger')

    const kept = await server.request('/api/browser/logins', json('POST', { thread_id: first.thread }))
    expect(kept.status).toBe(200)
    const origin = url.slice(0, -1)
    const listed = [{ origin, cookies: 1, kept_at: expect.any(Number) as number }]
    expect(await kept.json()).toEqual({ logins: listed })
    expect(await logins(server)).toEqual(listed)
    expect(JSON.stringify(await logins(server))).not.toContain(SESSION)
    expect((await greeted(reached)).text).toContain('Hello, Ada')

    // A page of the person begins turns that it serves; a program with the token file, and `countersign run`, do not.
    const page = await signInPage(server.address)
    const socket = await page.socket()
    if (!(socket instanceof WebSocket)) throw new Error(`refused: ${socket}`)
    const inPage = { client: TestClient.over(socket), request: reached.request }
    const seen = await greeted(inPage)
    expect(seen.text).toContain('Hello, Ada')
    const token = await readFile(join(server.home, 'token'), 'utf8')
    const program = { client: await TestClient.open(server.port, token), request: reached.request }
    expect((await greeted(program)).text).toContain('A stranger')
    expect((await greeted(reached, { approval_timeout: 300 })).text).toContain('A stranger')
    // Nor do they use the browser that the person's own turn signed in.
    const same = await browserChat(program, { thread: seen.thread })
    site.arrived.length = 0
    for (const action of [{ action: 'navigate', url }, { action: 'snapshot' }])
      expect(await same.act(action)).toMatchObject({ state: 'failed', error_code: 'has_logins' })
    expect(site.arrived).toEqual([])
    program.client.close()

    const workflow = await made(server)
    expect(await ran(server, workflow)).toContain('A stranger')
    expect(site.arrived.map(({ headers }) => headers.cookie)).toEqual([undefined])
    // Nor does a workflow that the agent runs in a turn of the page: a grant lets it go where nobody is asked.
    const chat = await browserChat(inPage)
    await chat.begin({ workflow_id: workflow }, 'run_workflow')
    await chat.answer(await chat.call('waiting', 'run_workflow'))
    const run = await chat.call('succeeded', 'run_workflow')
    expect(await chat.result(run)).toContain('run_')
    expect(site.arrived.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
    // There may be eight.
    await server.request(browserRoutes.close.path, json('POST', { thread_id: chat.thread }))
    inPage.client.close()

    // The backup has it, sealed.
    const file = join(folder, `${kind}.gz`)
    expect((await server.request('/api/backup', json('POST', { file }))).status).toBe(200)
    expect(gunzipSync(await readFile(file)).toString('latin1')).not.toContain(SESSION)
    const home = join(folder, `home-${kind}`)
    const databaseUrl = kind === 'external' ? { databaseUrl: await newDatabase() } : {}
    expect(await restoreBackup({ home, ...databaseUrl }, file)).toMatchObject({ ok: true })
    const database = 'databaseUrl' in databaseUrl ? { DATABASE_URL: databaseUrl.databaseUrl } : {}
    const restored = await testServer({ ...env, ...database, COUNTERSIGN_HOME: home })
    try {
      expect(await logins(restored)).toEqual(listed)
      // What was restored starts paused.
      await restored.request(workflowRoutes.pauseAll.path, json('PUT', { paused: false }))
      expect((await greeted(await reach(restored))).text).toContain('Hello, Ada')
    } finally {
      await restored.close()
    }

    const forgotten = await server.request('/api/browser/logins/forget', json('POST', { origin }))
    expect(await forgotten.json()).toEqual({ logins: [] })
    expect((await greeted(reached)).text).toContain('A stranger')
    reached.client.close()
  }, 240_000)

  const asked = async (to: TestServer, method: string, path: string, body?: unknown): Promise<unknown> =>
    (await to.request(path, body === undefined ? { method } : json(method, body))).json()

  /** A workflow that opens the page. */
  async function made(to: TestServer): Promise<string> {
    const graph = {
      version: 1,
      name: 'Look',
      inputs: {},
      outputs: {},
      edges: [],
      nodes: [{ id: 'look', type: 'browser', inputs: { action: 'navigate', url } }],
    }
    const { workflow } = (await asked(to, 'POST', '/api/workflows', { name: 'Look', graph })) as {
      workflow: { id: string; draft_base: number; problems: unknown[] }
    } // our own route
    expect(workflow.problems).toEqual([])
    const version = { message: '', base: workflow.draft_base }
    await asked(to, 'POST', `/api/workflows/${workflow.id}/versions`, version)
    return workflow.id
  }

  /** Its run with a grant: nobody watches it. Returns what its node read. */
  async function ran(to: TestServer, workflow: string): Promise<string> {
    const started = (await asked(to, 'POST', `/api/workflows/${workflow}/runs`, {
      inputs: {},
      grant: 'version',
    })) as { run: { id: string } } // our own route
    const state = async () =>
      ((await asked(to, 'GET', `/api/runs/${started.run.id}`)) as { run: { state: string; error: unknown } })
        .run // our own route
    await expect.poll(async () => (await state()).state, { timeout: 30_000 }).toMatch(/done|failed|waiting/)
    expect(await state()).toMatchObject({ state: 'done' })
    return JSON.stringify(await asked(to, 'GET', `/api/runs/${started.run.id}/values?node=look`))
  }
})
