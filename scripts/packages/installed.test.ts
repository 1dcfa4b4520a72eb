/** @module-tag slow */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../lib/build.mjs'
import { node24, root } from '../lib/root.mjs'
import { packCommand } from './pack-command.mjs'

// The command as people install it: a tarball or a link to the clone, in a separate global folder, used in a project elsewhere.

/** Milliseconds for packing and installing while other work runs. */
const PATIENCE = 400_000

let folder = ''
/** Why the tarball could not be installed; undefined if it was. */
let notInstalled: string | undefined

const prefixOf = (how: string) => join(folder, how)
const programOf = (how: string) => join(prefixOf(how), 'bin/countersign')
const projectOf = (how: string) => join(folder, `${how}-project`)

/** Removes the variables that npm sets, and puts our Node first on the PATH. */
function environment(how: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_|^DATABASE_URL$/i.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: [join(prefixOf(how), 'bin'), dirname(node24), process.env['PATH'] ?? ''].join(delimiter),
    HOME: join(folder, 'home'),
    npm_config_prefix: prefixOf(how),
    npm_config_cache: process.env['npm_config_cache'] ?? join(process.env['HOME'] ?? '/', '.npm'),
    COUNTERSIGN_HOME: join(folder, `${how}-data`),
    COUNTERSIGN_LOCAL_MODELS: 'off',
    NO_COLOR: '1',
  }
}

function npm(how: string, args: readonly string[], cwd: string) {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1']
  return spawnSync('npm', [...args, ...quiet], { cwd, encoding: 'utf8', env: environment(how) })
}

/** Runs the command in the project. */
function countersign(how: string, ...args: readonly string[]) {
  const options = { cwd: projectOf(how), encoding: 'utf8', env: environment(how) } as const
  return spawnSync(programOf(how), [...args], options)
}

beforeAll(async () => {
  await ensureBuilt()
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-global-')))
  // Open, so that the database of a run as root is inside it and is removed with it.
  chmodSync(folder, 0o755)
  for (const how of ['packed', 'linked']) for (const path of [prefixOf(how), projectOf(how)]) mkdirSync(path)
  mkdirSync(join(folder, 'home'))
  const linked = npm('linked', ['link', '--workspace', 'apps/cli'], root)
  expect({ status: linked.status, stderr: linked.stderr }).toMatchObject({ status: 0 })
  const tarball = await packCommand(folder)
  const installed = npm('packed', ['install', '--global', tarball], folder)
  // Only an unreachable registry is not our failure.
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED/.test(installed.stderr))
    notInstalled = 'no package registry can be reached'
  else expect({ status: installed.status, stderr: installed.stderr }).toMatchObject({ status: 0 })
}, PATIENCE)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.for(['linked', 'packed'])(
  '%s: help, a decision and a hook, in another folder',
  { timeout: PATIENCE },
  (how, { skip }) => {
    if (how === 'packed' && notInstalled !== undefined) skip(notInstalled)
    expect(countersign(how, '--help').stdout).toMatch(/^Usage: countersign /)
    expect(countersign(how, 'explain', 'git push', '--mode', 'Auto').stdout).toBe(
      'runs: a command, in Auto mode\n',
    )
    expect(countersign(how, 'hook', 'install', '--agent', 'claude-code', '--project', '--yes')).toMatchObject(
      {
        status: 0,
      },
    )
    // The hook is written to the project and names an existing program, because an agent has another PATH.
    const settings = readFileSync(join(projectOf(how), '.claude/settings.json'), 'utf8')
    const [program = ''] = /\/[^"' ]*countersign\.mjs/.exec(settings) ?? []
    expect(existsSync(program)).toBe(true)
    expect(countersign(how, 'hook', 'status', '--agent', 'claude-code').stdout).toContain('its command works')
  },
)

test.for(['linked', 'packed'])(
  '%s: starts the server in that folder, with its page',
  { timeout: PATIENCE },
  async (how, { skip }) => {
    if (how === 'packed' && notInstalled !== undefined) skip(notInstalled)
    const child = spawn(programOf(how), ['--port', '0'], { cwd: projectOf(how), env: environment(how) })
    const ended = new Promise((close) => child.once('close', close))
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    try {
      await expect.poll(() => said, { timeout: 120_000 }).toContain('is running at')
      const address = /http:\/\/localhost:\d+/.exec(said)?.[0] ?? ''
      const page = await (await fetch(address)).text()
      const script = /src="(\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
      expect((await fetch(address + script)).headers.get('content-type')).toContain('javascript')
      // A thread in the terminal uses that server, and works in the folder where it is started.
      const ran = countersign(how, 'run', '-p', 'write hello.md: hello', '--allow', 'files.write(hello.md)')
      expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
      expect(readFileSync(join(projectOf(how), 'hello.md'), 'utf8')).toBe('hello\n')
    } finally {
      child.kill('SIGTERM')
      await ended
    }
  },
)

test('the tarball holds neither tests nor sources', ({ skip }) => {
  if (notInstalled !== undefined) skip(notInstalled)
  const installed = join(prefixOf('packed'), 'lib/node_modules/countersign')
  for (const path of [
    'web/index.html',
    'opencode/countersign.js',
    'LICENSE',
    'node_modules/@countersign/server/dist/index.js',
  ])
    expect({ path, there: existsSync(join(installed, path)) }).toEqual({ path, there: true })
  for (const path of ['src', 'dist/testing', 'node_modules/@countersign/server/dist/testing'])
    expect({ path, there: existsSync(join(installed, path)) }).toEqual({ path, there: false })
})
