/** @module-tag slow */
import { CallView } from '@countersign/protocol'
import { readNote, readToken } from '@countersign/server/data-folder'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOOK_AGENTS, type HookAgent } from '@countersign/agent/hooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { BIN } from '../testing/run-cli.ts'
import { runHook, startHook } from '../testing/run-hook.ts'
import { commandEvent, effectOf } from './example-events.ts'

// The built hook with a real server: cards that wait, agents that die, servers that are killed.

/** Milliseconds: a server makes its database first. */
const PATIENCE = 120_000
vi.setConfig({ testTimeout: PATIENCE })

let folder = ''
let home = ''
let env: Record<string, string> = {}
let server: ChildProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-hook-'))
  // Readable by others, so that a run as root keeps its database here and removes it with the folder.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'work'))
  home = join(folder, 'home')
  env = { COUNTERSIGN_HOME: home, COUNTERSIGN_LOCAL_MODELS: 'off' }
  await startServer()
}, PATIENCE)
afterAll(async () => {
  const isOver = server.exitCode !== null || server.signalCode !== null
  if (!isOver && server.kill('SIGTERM')) await once(server, 'exit')
  await rm(folder, { recursive: true, force: true })
})

async function startServer(): Promise<void> {
  server = spawn(process.execPath, [BIN, '--port', '0', join(folder, 'work')], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  await vi.waitFor(
    async () => {
      expect(readNote(home)?.pid).toBe(server.pid)
      await get('/api/waiting')
    },
    { timeout: PATIENCE, interval: 100 },
  )
}

async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${readNote(home)?.port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${readToken(home)}`, 'content-type': 'application/json' },
  })
  return response.json()
}
const get = (path: string) => request(path)

const Waiting = z.object({ calls: z.array(CallView) })
const cardsFor = async (command: string) =>
  Waiting.parse(await get('/api/waiting')).calls.filter(({ specifier }) => specifier === command)

async function card(command: string): Promise<CallView> {
  await expect.poll(() => cardsFor(command), { timeout: PATIENCE }).toHaveLength(1)
  const [found] = await cardsFor(command)
  if (found === undefined) throw new Error('no card')
  return found
}

const answer = ({ id, hash }: CallView, decision: string) =>
  request('/api/commands', {
    method: 'POST',
    body: JSON.stringify({
      type: 'tool_approval_response',
      request_id: 'r',
      tool_call_id: id,
      hash,
      decision,
    }),
  })

const Audit = z.object({ rows: z.array(z.object({ kind: z.string(), body: z.string() })) })
/** What was written down about a call: kinds of rows, and the rows. */
const storyOf = async (id: string) => {
  const { rows } = Audit.parse(await get(`/api/audit?call=${id}`))
  return { kinds: rows.map(({ kind }) => kind), text: rows.map(({ body }) => body).join('\n') }
}

const event = (agent: HookAgent, command: string, more: object = {}) =>
  commandEvent(agent, command, join(folder, 'work'), more)
const args = (agent: string, ...more: string[]) => ['--agent', agent, '--timeout', '600', ...more]

const AGENTS = HOOK_AGENTS

test.each(AGENTS)('%s: what is harmless goes on; what asks waits for a yes or a no', async (agent) => {
  expect(effectOf(await runHook(event(agent, 'ls'), { args: args(agent), env }))).toBe('goes on')
  const first = startHook(event(agent, `make ${agent}`), { args: args(agent), env })
  await answer(await card(`make ${agent}`), 'allow_once')
  expect(effectOf(await first.ended)).toBe('goes on')
  const second = startHook(event(agent, `make ${agent}`), { args: args(agent), env })
  await answer(await card(`make ${agent}`), 'deny')
  expect(effectOf(await second.ended)).toBe('refuses')
})

test('a yes that was heard is written down as handed over', async () => {
  const hook = startHook(event('codex', 'make heard'), { args: args('codex'), env })
  const waiting = await card('make heard')
  await answer(waiting, 'allow_once')
  await hook.ended
  await expect.poll(async () => (await storyOf(waiting.id)).text).toContain('"state":"succeeded"')
})

test('a wait that is over is left to an agent that asks, and refused to others', async () => {
  const ended = await Promise.all(
    [
      event('claude-code', 'make wait1'),
      event('claude-code', 'make wait2', { permission_mode: 'bypassPermissions' }),
      event('claude-code', 'make wait3', { permission_mode: 'auto' }),
    ].map((sent) => runHook(sent, { args: args('claude-code', '--wait', '1'), env })),
  )
  expect(ended.map(effectOf)).toEqual(['asks', 'refuses', 'refuses'])
  const codex = await runHook(event('codex', 'make wait4'), { args: args('codex', '--wait', '1'), env })
  expect(effectOf(codex)).toBe('refuses')
  for (const number of [1, 2, 3, 4]) await expect.poll(() => cardsFor(`make wait${number}`)).toHaveLength(0)
})

test('the hook refuses 20 seconds before its agent loses patience, and takes its card back', async () => {
  const hook = startHook(event('claude-code', 'make late'), { args: ['--timeout', '23'], env })
  const began = Date.now()
  const ran = await hook.ended
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain('3 seconds')
  expect(Date.now() - began).toBeLessThan(10_000)
  await expect.poll(() => cardsFor('make late')).toHaveLength(0)
})

/** An agent that starts its hook by a shell, as they do, and lives until it is killed. */
function agentWith(command: string, shell: string): ChildProcess {
  const line = `'${process.execPath}' '${BIN}' hook --agent codex --timeout 600 ${shell}`
  const program = `const c = require('node:child_process').spawn('sh', ['-c', process.argv[1]], {stdio: ['pipe', 'pipe', 'inherit']}); c.stdin.end(process.argv[2]); setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['-e', program, line, event('codex', command)], {
    env: { ...process.env, ...env },
  })
}

test.each([
  ['make orphan', '|| exit 2'],
  ['make orphan2', ''],
])('%s: an agent that dies takes its card with it, and a yes then runs nothing', async (command, shell) => {
  const agent = agentWith(command, shell)
  const waiting = await card(command)
  agent.kill('SIGKILL')
  await expect.poll(() => cardsFor(command), { timeout: 10_000 }).toHaveLength(0)
  expect(await answer(waiting, 'allow_once')).toMatchObject({
    error: { code: 'already_settled', message: expect.stringContaining('no longer waiting') as unknown }, // a matcher in place of the text
  })
  const { kinds } = await storyOf(waiting.id)
  expect(kinds).toContain('call_refused')
  expect(kinds).not.toContain('call_began')
})

test('a yes that comes between the death of an agent and the next look at it is not written down as run', async () => {
  const agent = agentWith('make between', '|| exit 2')
  const waiting = await card('make between')
  agent.kill('SIGKILL')
  await answer(waiting, 'allow_once')
  await expect
    .poll(async () => (await storyOf(waiting.id)).kinds.at(-1), { timeout: 20_000 })
    .toMatch(/^call_(?:refused|ended)$/)
  const { text } = await storyOf(waiting.id)
  expect(text).toMatch(/"code":"(?:cancelled|asker_gone)"/)
  expect(text).not.toContain('"state":"succeeded"')
})

test('a server that is killed while a card waits lets nothing go on', async () => {
  const hooks = [
    ...AGENTS.map((agent) => startHook(event(agent, `make ${agent} killed`), { args: args(agent), env })),
    startHook(event('claude-code', 'make bypass killed', { permission_mode: 'bypassPermissions' }), {
      args: args('claude-code'),
      env,
    }),
  ]
  for (const agent of AGENTS) await card(`make ${agent} killed`)
  await card('make bypass killed')
  server.kill('SIGKILL')
  const ended = await Promise.all(hooks.map((hook) => hook.ended))
  expect(ended.map(effectOf)).toEqual(['asks', ...hooks.slice(1).map(() => 'refuses')])
  // Its note is still there; the saved rules decide until another one starts.
  expect(effectOf(await runHook(event('gemini', 'ls'), { args: args('gemini'), env }))).toBe('goes on')
  expect(effectOf(await runHook(event('gemini', 'make x'), { args: args('gemini'), env }))).toBe('refuses')
  await startServer()
})
