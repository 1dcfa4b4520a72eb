// `npm run long:last-version [-- COMMIT]`: migrates data of the previous version, backs it up, restores it, and compares it at each step.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { deepStrictEqual, ok } from 'node:assert/strict'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { node24, root } from '../lib/root.mjs'

/** The last commit of the previous version. */
const [commit = 'ccc51c9'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'countersign-last-version-'))
// As root, the embedded database belongs to another user.
chmodSync(folder, 0o755)
const old = join(folder, 'old')
const workspace = join(folder, 'workspace')

type Json = Readonly<Record<string, unknown>>

/** A running server, as seen by a program with its token. */
class Running {
  readonly #child: ChildProcess
  readonly #address: string
  readonly #token: string

  private constructor(child: ChildProcess, address: string, token: string) {
    this.#child = child
    this.#address = address
    this.#token = token
  }

  static async start(clone: string, home: string): Promise<Running> {
    const flags = ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning']
    const main = join(clone, 'apps/cli/src/main.ts')
    const child = spawn(node24, [...flags, main, workspace, '--port', String(await freePort())], {
      env: { ...process.env, COUNTERSIGN_HOME: home, COUNTERSIGN_LOCAL_MODELS: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.stdout === null) throw new Error('no output')
    for await (const line of createInterface(child.stdout)) {
      const address = /https?:\/\/[^\s/]+/.exec(line)?.[0]
      if (address !== undefined)
        return new Running(child, address, readFileSync(join(home, 'token'), 'utf8').trim())
    }
    throw new Error(`the server in ${clone} did not start`)
  }

  async ask(path: string, method = 'GET', body?: Json): Promise<Json> {
    const answer = await fetch(`${this.#address}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Json // our own routes
  }

  /** The bytes of a file, as base64. */
  async bytes(path: string): Promise<string> {
    const answer = await fetch(`${this.#address}${path}`, {
      headers: { authorization: `Bearer ${this.#token}` },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Buffer.from(await answer.arrayBuffer()).toString('base64')
  }

  async keepPicture(): Promise<string> {
    const answer = await fetch(`${this.#address}/api/images?name=white.png`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'image/png' },
      body: Buffer.from(PICTURE, 'base64'),
    })
    if (!answer.ok) throw new Error(`a picture: ${answer.status} ${await answer.text()}`)
    const { image } = (await answer.json()) as { image: { id: string } } // our own routes
    return image.id
  }

  /** Sends one command over a separate socket. */
  async command(command: Json): Promise<Json> {
    const socket = new WebSocket(`${this.#address.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${this.#token}` },
    })
    await once(socket, 'open')
    const replied = new Promise<Json>((reply) => {
      socket.addEventListener('message', ({ data }) => {
        const heard = JSON.parse(String(data)) as Json // our own messages
        if (heard['request_id'] === 'r1') reply(heard)
      })
    })
    socket.send(JSON.stringify({ ...command, request_id: 'r1' }))
    const heard = await replied
    socket.close()
    if (heard['type'] === 'error') throw new Error(JSON.stringify(heard))
    return heard
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // it listens
  probe.close()
  return port
}

/** The previous version from the history of this clone, with the packages that are installed here. */
function unpackOld(): void {
  mkdirSync(old)
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['x', '-C', old], { input: archive })
  mkdirSync(join(old, 'node_modules/@countersign'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@countersign')
      symlinkSync(join(root, 'node_modules', name), join(old, 'node_modules', name))
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(old, group)))
      symlinkSync(join(old, group, name), join(old, 'node_modules/@countersign', name))
  mkdirSync(join(old, 'apps/web/dist'), { recursive: true })
  writeFileSync(join(old, 'apps/web/dist/index.html'), '<!doctype html><title>Countersign</title>')
}

interface Call {
  readonly id: string
  readonly hash: string
  readonly tool: string
  readonly thread_id: string
}

async function waiting(server: Running, count: number): Promise<readonly Call[]> {
  for (;;) {
    const { calls } = (await server.ask('/api/waiting')) as { calls: readonly Call[] } // our own route
    if (calls.length >= count) return calls
    await delay(50)
  }
}

async function answer(server: Running, { id, hash }: Call, decision: string): Promise<void> {
  await server.command({ type: 'tool_approval_response', tool_call_id: id, hash, decision })
}

async function ended(server: Running, thread: string): Promise<void> {
  for (;;) {
    const { turn, turns } = await server.ask(`/api/threads/${thread}`)
    const { state } = (turn ?? (turns as Json[] | undefined)?.at(-1) ?? {}) as { state?: string } // our own route
    if (state === undefined || ['done', 'failed', 'cancelled'].includes(state)) return
    await delay(50)
  }
}

async function chat(server: Running, text: string): Promise<string> {
  const { thread_id } = await server.command({
    type: 'thread_create',
    title: text,
    permission_mode: 'default',
  })
  await server.command({ type: 'turn_start', thread_id, text })
  return String(thread_id)
}

/** A white PNG of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

/** The data that a person would miss: titles, messages, calls with their outcome, rules, settings, memory and pictures. */
async function kept(server: Running, threads: readonly string[], picture: string): Promise<Json> {
  const chats = await Promise.all(
    threads.map(async (id) => {
      const { thread, messages, calls } = (await server.ask(`/api/threads/${id}`)) as {
        thread: Json
        messages: readonly Json[]
        calls: readonly Json[]
      } // our own route
      return {
        title: thread['title'],
        mode: thread['permission_mode'],
        messages: messages.map(({ role, text }) => ({ role, text })),
        calls: calls.map(({ tool, state, hash }) => ({ tool, state, hash })),
      }
    }),
  )
  const { rules } = (await server.ask('/api/rules')) as { rules: readonly Json[] } // our own route
  const { limits } = (await server.ask('/api/settings/limits')) as { limits: readonly Json[] } // our own route
  const { enabled } = await server.ask('/api/memory')
  return {
    chats,
    rules: rules.map(({ list, text }) => `${String(list)} ${String(text)}`).toSorted(),
    limits: limits.flatMap(({ name, value }) =>
      value === null ? [] : [`${String(name)} ${JSON.stringify(value)}`],
    ),
    memory: enabled,
    picture: await server.bytes(`/api/images/${picture}`),
  }
}

async function wholeAudit(server: Running): Promise<void> {
  const verified = JSON.stringify(await server.ask('/api/audit/verify'))
  ok(verified.includes('"ok":true') || verified.includes('"intact":true'), verified)
}

try {
  unpackOld()
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'README.md'), '# A small site\n')
  const home = join(folder, 'home')
  const before = await Running.start(old, home)
  await before.ask('/api/rules', 'POST', { list: 'deny', text: 'terminal.exec(curl *)' })
  await before.ask('/api/settings/limits', 'PATCH', { tool_calls: 77 })
  await before.ask('/api/memory', 'PUT', { enabled: true })
  const picture = await before.keepPicture()
  const first = await chat(before, 'write notes.md: hello')
  const [write] = await waiting(before, 1)
  if (write === undefined) throw new Error('no card')
  await answer(before, write, 'allow_once')
  await ended(before, first)
  const second = await chat(before, 'write later.md: not yet')
  await waiting(before, 1)
  const threads = [first, second]
  const then = await kept(before, threads, picture)
  await before.stop()
  console.log(`made by ${commit}: ${JSON.stringify(then).length} characters`)

  const now = await Running.start(root, home)
  deepStrictEqual(await kept(now, threads, picture), then)
  await wholeAudit(now)
  const [card] = await waiting(now, 1)
  if (card === undefined) throw new Error('the question is gone')
  await answer(now, card, 'allow_once')
  await ended(now, second)
  ok(readFileSync(join(workspace, 'later.md'), 'utf8').includes('not yet'))
  await now.ask(`/api/calls/${write.id}/undo`, 'POST', {})
  ok(!existsSync(join(workspace, 'notes.md')))
  console.log(
    'brought over: chats, rules, settings, pictures and the audit are whole; the question that waited was answered, and an earlier write undone',
  )

  const file = join(folder, 'backup.gz')
  await now.ask('/api/backup', 'POST', { file })
  const whole = await kept(now, threads, picture)
  await now.stop()
  const restored = join(folder, 'restored')
  execFileSync(
    node24,
    ['--conditions=countersign-source', join(root, 'apps/cli/src/main.ts'), 'restore', file],
    { env: { ...process.env, COUNTERSIGN_HOME: restored }, stdio: 'inherit' },
  )
  const again = await Running.start(root, restored)
  deepStrictEqual(await kept(again, threads, picture), whole)
  await wholeAudit(again)
  const triggers = await again.ask('/api/triggers')
  deepStrictEqual(triggers['all_paused'], true)
  await again.stop()
  console.log('restored: the same, and triggers are paused')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
