/** @module-tag slow */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runCli } from '../../testing/run-cli.ts'

vi.setConfig({ testTimeout: 120_000 })

const MAIN = join(import.meta.dirname, '../../main.ts')
const SECRET = 'sk-live-0123456789abcdefghij'

let folder: string
let work: string
let env: Readonly<Record<string, string>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-start-'))
  // Readable by others, so that a run as root keeps its database here and removes it with the folder.
  await chmod(folder, 0o755)
  work = join(folder, 'work')
  await mkdir(work)
  env = {
    COUNTERSIGN_HOME: join(folder, 'home'),
    COUNTERSIGN_LOCAL_MODELS: 'off',
    COUNTERSIGN_LOG: 'info',
    COUNTERSIGN_SHUTDOWN_GRACE: '600',
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcessWithoutNullStreams
  readonly token: string
  readonly code: Promise<number | null>
  log(): string
}

function spawnServer(): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--conditions=countersign-source', MAIN, '--port', '0'], {
    cwd: work,
    env: { ...process.env, ...env },
  })
}

/** The server as a process of its own, once it says where it runs. */
async function startServer(): Promise<Started> {
  const child = spawnServer()
  let said = ''
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const code = new Promise<number | null>((ended) => child.once('close', ended))
  await expect.poll(() => said, { timeout: 60_000 }).toContain('is running at')
  return { child, token: /#code=([\w-]+)/.exec(said)?.[1] ?? '', code, log: () => log }
}

const Line = z.looseObject({ level: z.number(), time: z.number(), msg: z.string() })
const Answer = z.looseObject({ thread_id: z.string() })

test('the log is JSON lines with the ids of turns and calls, and without what was said, found or is secret', async () => {
  const server = await startServer()
  const args = [
    'run',
    '-p',
    `write key.txt: ${SECRET}`,
    '--allow',
    'files.write(key.txt)',
    '--output',
    'json',
  ]
  const ran = await runCli(args, { cwd: work, env })
  expect(ran).toMatchObject({ code: 0 })
  server.child.kill('SIGTERM')
  expect(await server.code).toBe(0)

  const lines = server
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)))
  const { thread_id } = Answer.parse(JSON.parse(ran.stdout))
  const said = (msg: string) => lines.filter((line) => line.msg === msg)
  expect(said('turn taken')).toMatchObject([{ thread_id, model: 'demo' }])
  const turn_id = said('turn taken')[0]?.['turn_id']
  expect(said('turn left')).toMatchObject([{ turn_id, how: 'answered' }])
  const [began] = said('call began')
  expect(began).toMatchObject({ turn_id, thread_id, tool: 'files.write' })
  expect(began?.['call_id']).toMatch(/^call_/)
  expect(said('call ended')).toMatchObject([{ call_id: began?.['call_id'], how: 'succeeded' }])
  for (const hidden of [SECRET, server.token, 'key.txt']) expect(server.log()).not.toContain(hidden)
})

test('a second signal, a while after the first, does not wait for what runs', async () => {
  const server = await startServer()
  const allow = ['--allow', 'terminal.exec(touch begun)', '--allow', 'terminal.exec(sleep 600)']
  const turn = runCli(['run', '-p', 'run touch begun && sleep 600', ...allow], { cwd: work, env })
  await expect.poll(() => existsSync(join(work, 'begun')), { timeout: 60_000 }).toBe(true)
  // The first ones are one and the same: a terminal, npm and the start script may each pass it on.
  const again = setInterval(() => server.child.kill('SIGTERM'), 250)
  expect(await server.code).toBe(130)
  clearInterval(again)
  await turn
  // The next start finds what it left, its database that still runs among it, and ends well.
  const next = await startServer()
  next.child.kill('SIGTERM')
  expect(await next.code).toBe(0)
})

test.runIf(process.platform === 'linux')('a signal during the start leaves no database behind', async () => {
  const child = spawnServer()
  child.stdout.resume()
  child.stderr.resume()
  const code = new Promise<number | null>((ended) => child.once('close', ended))
  const data = join(folder, 'home/postgres/data')
  await expect
    .poll(() => existsSync(join(data, 'postmaster.pid')), { timeout: 60_000, interval: 5 })
    .toBe(true)
  child.kill('SIGTERM')
  expect(await code).toBe(0)
  expect(await processesWith(data)).toEqual([])
})

/** Command lines of the processes that name a folder. */
async function processesWith(path: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(path))
}
