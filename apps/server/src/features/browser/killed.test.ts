/** @module-tag slow */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newDatabase } from '../../store/testing/grounds.ts'
import { TestClient } from '../../testing/running-server.ts'
import { obedient, scriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { allowRule, BROWSER_ENV, browserChat, type Reached } from './testing/browser-chat.ts'
import { needsChromium } from './testing/needs-chromium.ts'
import { village, type Village } from './testing/village.ts'

needsChromium()

let site: Village
let model: ScriptedModel
let folder = ''
let url = ''
let children: ChildProcess[] = []
let held: ServerResponse[] = []
const posts = () => site.arrived.filter(({ method }) => method === 'POST').length

beforeEach(async () => {
  site = await village()
  model = await scriptedModel(obedient)
  held = []
  url = `http://127.0.0.1:${site.port}/`
  site.serve(`127.0.0.1:${site.port}/`, '<form method=post action=/order><button>Order</button></form>')
  // The order arrives, but its response never does.
  site.serve(`127.0.0.1:${site.port}/order`, (_request, response) => void held.push(response))
  folder = await mkdtemp(join(tmpdir(), 'cs-browser-killed-'))
  await chmod(folder, 0o755)
  for (const name of ['workspace', 'web', 'scratch']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><title>Countersign</title>')
})
afterEach(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  children = []
  for (const response of held) response.end()
  await model.close()
  await site.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

describe.each(['embedded', 'external'])('kill -9, on an %s database', (kind) => {
  test('during a submit: it is interrupted, a person settles it, and it is never sent twice', async () => {
    const database: Record<string, string> = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    const first = await start(database)
    const chat = await opened(first)
    await chat.begin({ action: 'click', ref: await orderButton(first, chat.thread) })
    await chat.answer(await chat.call('waiting'))
    await expect.poll(posts, { timeout: 30_000 }).toBe(1)
    await kill(first.child)
    await expect.poll(browsersLeft, { timeout: 20_000 }).toEqual([])

    const second = await start(database)
    const after = await browserChat(second, { thread: chat.thread })
    const interrupted = await after.call('interrupted', 'browser')
    expect(posts()).toBe(1)
    // Even if a person asks for a retry, nothing is sent blindly: the page that they signed is gone.
    const settled = await second.client.command({
      type: 'call_settle',
      tool_call_id: interrupted.id,
      how: 'again',
      hash: interrupted.hash,
    })
    expect(settled).toMatchObject({ type: 'ok' })
    const { call } = await second.client.event(
      'tool_call_update',
      (event) => event.call.retry_of === interrupted.id && event.call.ended_at !== null,
    )
    expect(call).toMatchObject({ state: 'failed' })
    expect(call.preview).toMatch(/pages are gone|changed/)
    const look = await after.act({ action: 'snapshot' })
    expect(look).toMatchObject({ state: 'failed', error_code: 'no_page' })
    expect(look.preview).toContain('its pages are gone')
    expect(posts()).toBe(1)
    second.client.close()
  }, 120_000)

  test('while a card waits: the process that takes over tells the turn that its pages are gone', async () => {
    const database: Record<string, string> = kind === 'external' ? { DATABASE_URL: await newDatabase() } : {}
    const first = await start(database)
    const chat = await opened(first)
    await chat.begin({ action: 'click', ref: await orderButton(first, chat.thread) })
    const waiting = await chat.call('waiting')
    await kill(first.child)
    const second = await start(database)
    const after = await browserChat(second, { thread: chat.thread })
    await after.answer(waiting)
    const { call } = await second.client.event(
      'tool_call_update',
      (event) => event.call.id === waiting.id && event.call.ended_at !== null,
    )
    expect(call).toMatchObject({ state: 'failed' })
    expect(call.preview).toContain('its pages are gone')
    expect(posts()).toBe(0)
    second.client.close()
  }, 120_000)
})

async function opened(reached: Reached) {
  await allowRule(reached, `browser(${url}**)`)
  const chat = await browserChat(reached)
  expect(await chat.act({ action: 'navigate', url })).toMatchObject({ state: 'succeeded' })
  return chat
}

async function orderButton(reached: Reached, thread: string): Promise<string> {
  const chat = await browserChat(reached, { thread })
  const text = await chat.result(await chat.act({ action: 'snapshot' }))
  return /Order" \[(e\d+)\]/.exec(text)?.[1] ?? 'e999'
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Processes whose command line contains a scratch folder of this test. */
async function browsersLeft(): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(join(folder, 'scratch')))
}

async function start(env: Readonly<Record<string, string>>) {
  const paths = ['home', 'workspace', 'web'].map((name) => join(folder, name))
  const child = fork(new URL('../../testing/server-process.ts', import.meta.url).pathname, paths, {
    execArgv: ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning'],
    env: {
      HOME: process.env['HOME'] ?? '',
      TMPDIR: join(folder, 'scratch'),
      ...BROWSER_ENV,
      ...model.env,
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const [{ port, key }] = (await once(child, 'message')) as [{ port: number; key: string }] // what the program sends
  const client = await TestClient.open(port, key)
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    })
  return { child, client, request }
}
