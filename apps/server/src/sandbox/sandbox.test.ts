/** @module-tag slow */
import { compilePolicy } from '@countersign/policy'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateRig, type Rig } from '../testing/gate-rig.ts'
import { rungOf } from '../features/terminal/exec.ts'
import { laterFilesIn } from '../runs-later/testing/later-files.ts'
import { findReaper } from '../processes/reaper.ts'
import { terminalSessions } from '../features/terminal/sessions.ts'
import { terminalTools } from '../features/terminal/terminal-tools.ts'
import { allowedHosts } from './allowed-hosts.ts'
import { osSandbox, type Sandbox, type SandboxState } from './sandbox.ts'

let folder: string
let workspace: string
let sandbox: Sandbox
let state: SandboxState
let rig: Rig
let tools: ReturnType<typeof terminalTools>
/** What rules open to commands. */
let hosts: readonly string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-box-'))
  workspace = join(folder, 'work *')
  await mkdir(join(workspace, '.git', 'hooks'), { recursive: true })
  await mkdir(join(folder, 'home'))
  await writeFile(join(folder, 'home', 'token'), 'our own token')
  sandbox = osSandbox({ hidden: [join(folder, 'home')], off: false })
  state = await sandbox.state()
  rig = gateRig({ workspace, cwd: workspace, home: folder })
  const sessions = terminalSessions(() => 'term_1')
  let markers = 0
  const newMarker = () => `box-${process.pid}-${(markers += 1)}`
  const hostsOf = () => Promise.resolve(hosts)
  const later = laterFilesIn(join(folder, 'home')).guard
  tools = terminalTools({
    process: { reaper: await findReaper() },
    sessions,
    sandbox,
    hostsOf,
    newMarker,
    later,
  })
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const exec = (command: string, more: Record<string, unknown> = {}) =>
  rig.call(tools, 'terminal.exec', { command, ...more })

test.each([
  [{ via: 'readonly', mode: 'default' }, 'look'],
  [{ via: 'readonly', mode: 'auto' }, 'look'],
  [{ via: 'person', mode: 'plan' }, 'look'],
  [{ via: 'mode', mode: 'auto' }, 'work'],
  [{ via: 'policy', mode: 'auto' }, 'work'],
  [{ via: 'rule', mode: 'default' }, undefined],
  [{ via: 'person', mode: 'auto' }, undefined],
] as const)('the rung of %j is %s', (grounds, rung) => {
  expect(rungOf(grounds)).toBe(rung)
})

test('what is found agrees with what the machine can do', async () => {
  const works = await new Promise<boolean>((done) => {
    execFile('bwrap', ['--unshare-net', '--ro-bind', '/', '/', '--dev', '/dev', 'true'], (error) =>
      done(error === null),
    )
  })
  // A sandbox that is said to be there works; one that cannot work is not said to be there, with the reason.
  expect(state.kind === 'on' ? works : state.reason).toBeTruthy()
  expect(works ? 'on or off' : state.kind).toMatch(/off/)
})

test('one that is switched off says so, and commands run without', async () => {
  const off = osSandbox({ hidden: [], off: true })
  expect(await off.state()).toEqual({ kind: 'off', reason: 'it is turned off by `COUNTERSIGN_SANDBOX`' })
  expect(await off.enter('true', { workspace, rung: 'look', hosts: [] })).toBeUndefined()
})

test('hosts come from allow rules that name a domain', () => {
  const lists = {
    allow: [
      'web.fetch(domain:example.com)',
      'web.fetch(https://api.test/**)',
      'web.fetch',
      'terminal.exec(domain:x.y)',
    ],
    deny: ['web.fetch(domain:evil.example)'],
  }
  const policy = compilePolicy({ mode: 'auto', layers: [{ layer: 'user', lists }] })
  expect(allowedHosts(policy)).toEqual(['example.com', '*.example.com'])
})

test('auto: the workspace can be written, nothing else, and files that run later are closed', async (context) => {
  context.skip(state.kind === 'off', 'there is no sandbox on this machine')
  rig.mode = 'auto'
  expect(await exec('echo hi > made.txt && cat made.txt')).toMatchObject({ state: 'succeeded', text: 'hi\n' })
  expect(await readFile(join(workspace, 'made.txt'), 'utf8')).toBe('hi\n')
  const outside = join(folder, 'outside.txt')
  // As the judged text cannot show it: a program that writes where it likes.
  const write = async (path: string) => {
    await writeFile(join(workspace, 'write.pl'), `open(F, '>', '${path}') or die $!`)
    return exec('perl write.pl')
  }
  const refused = await write(outside)
  expect(refused).toMatchObject({ state: 'failed', code: 'sandbox_refused' })
  expect(refused.text).toContain('`outside`')
  expect(existsSync(outside)).toBe(false)
  expect(await write('.git/hooks/pre-commit')).toMatchObject({ state: 'failed', code: 'sandbox_refused' })
  expect(existsSync(join(workspace, '.git', 'hooks', 'pre-commit'))).toBe(false)
  await writeFile(join(workspace, 'read.pl'), `open(F, '<', '${join(folder, 'home', 'token')}'); print <F>`)
  expect((await exec('perl read.pl')).text).not.toContain('our own token')
})

test('no files are made to close their names, wherever the server was started', async (context) => {
  context.skip(state.kind === 'off', 'there is no sandbox on this machine')
  rig.mode = 'auto'
  rig.layers = []
  const here = process.cwd()
  process.chdir(workspace)
  try {
    await writeFile(join(workspace, 'ls.sh'), 'ls -A')
    const before = await readdir(workspace)
    const { text } = await exec('bash ls.sh')
    expect(text.split('\n').filter((name) => before.includes(name))).toEqual(before.toSorted())
    for (const name of ['.bashrc', '.gitmodules', '.mcp.json', '.claude']) expect(text).not.toContain(name)
    expect(process.cwd()).toBe(workspace)
  } finally {
    process.chdir(here)
  }
})

test('auto: no network that no rule opens, not to this machine either', async (context) => {
  context.skip(state.kind === 'off', 'there is no sandbox on this machine')
  rig.mode = 'auto'
  let heard = 0
  const server = createServer((_request, response) => {
    heard += 1
    response.end('reached')
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const result = await exec(
    `perl -MIO::Socket::INET -e 'IO::Socket::INET->new("127.0.0.1:${port}") or die "no line"'`,
  )
  server.close()
  expect(result.state).toBe('failed')
  expect(heard).toBe(0)
})

test('auto: a host that a rule names is reached, and no other', async (context) => {
  context.skip(state.kind === 'off', 'there is no sandbox on this machine')
  context.skip(spawnSync('perl', ['-MHTTP::Tiny', '-e', '1']).status !== 0, 'this perl cannot speak HTTP')
  rig.mode = 'auto'
  const server = createServer((request, response) => response.end(`reached as ${request.headers.host}`))
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  // The list of those that need no proxy would send it past the only way out.
  const get = `delete @ENV{qw(no_proxy NO_PROXY)}; print HTTP::Tiny->new->get("http://localhost:${port}/")->{content}`
  await writeFile(join(workspace, 'get.pl'), get)
  hosts = ['localhost']
  const opened = await exec('perl -MHTTP::Tiny get.pl')
  hosts = ['example.com']
  const closed = await exec('perl -MHTTP::Tiny get.pl')
  hosts = []
  server.close()
  expect(opened.text).toContain(`reached as localhost:${port}`)
  expect(closed.text).not.toContain('reached as')
})

test('judged read-only: even an error of the table writes nothing', async (context) => {
  context.skip(state.kind === 'off', 'there is no sandbox on this machine')
  const entered = await sandbox.enter('echo x > slipped.txt', { workspace, rung: 'look', hosts: [] })
  const output = await new Promise<string>((done) => {
    execFile(
      entered?.argv.file ?? 'false',
      [...(entered?.argv.args ?? [])],
      { cwd: workspace },
      (_error, _stdout, stderr) => done(stderr),
    )
  })
  entered?.leave()
  expect(output).toContain('Read-only file system')
  expect(existsSync(join(workspace, 'slipped.txt'))).toBe(false)
  rig.mode = 'default'
  expect(await exec('cat made.txt')).toMatchObject({ state: 'succeeded', text: 'hi\n' })
})

test('outside: a call of its own that only a person lets through, whatever rules say', async () => {
  const target = join(folder, 'by-a-person.txt')
  rig.mode = 'auto'
  rig.layers = [{ layer: 'user', lists: { allow: ['terminal.exec(touch *)'] } }]
  const titles: string[] = []
  rig.answer = ({ call }) => {
    titles.push(call.title)
    return { allow: true }
  }
  expect(await exec(`touch ${target}`, { outside: true })).toMatchObject({ state: 'succeeded' })
  expect(titles).toEqual(['Run outside the sandbox; part of it may already have run inside'])
  expect(existsSync(target)).toBe(true)
})

test('nothing outlives a stop inside either', async (context) => {
  context.skip(state.kind === 'off', 'there is no sandbox on this machine')
  rig.mode = 'auto'
  rig.layers = []
  const stop = new AbortController()
  const running = rig.call(
    tools,
    'terminal.exec',
    { command: 'setsid sleep 345678 & echo up; wait; sleep 345678' },
    { signal: stop.signal },
  )
  while (!rig.output.join('').includes('up')) await new Promise((resume) => setTimeout(resume, 10))
  stop.abort()
  expect((await running).state).not.toBe('succeeded')
  const left = () =>
    new Promise<boolean>((done) => {
      execFile('ps', ['-eo', 'args'], (_error, stdout) => done(stdout.split('\n').includes('sleep 345678')))
    })
  while (await left()) await new Promise((resume) => setTimeout(resume, 20))
})
