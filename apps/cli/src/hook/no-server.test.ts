/** @module-tag slow */
import { spawn, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { HOOK_AGENTS } from '@countersign/agent/hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BIN } from '../testing/run-cli.ts'
import { runHook } from '../testing/run-hook.ts'
import { commandEvent, effectOf } from './example-events.ts'

// What agents get from the built hook while no server runs, and when the hook itself fails.

let folder = ''
let env: Record<string, string> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-hook-'))
  env = { COUNTERSIGN_HOME: join(folder, 'home') }
  await mkdir(join(folder, 'home'))
  await writeFile(
    join(folder, 'home/rules'),
    'deny terminal.exec(git push *)\nallow terminal.exec(npm test *)\n',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const AGENTS = HOOK_AGENTS

test.each(AGENTS)('%s: the saved rules let run, refuse, and never let go on what asks', async (agent) => {
  const effect = async (command: string, more: object = {}) =>
    effectOf(await runHook(commandEvent(agent, command, folder, more), { args: ['--agent', agent], env }))
  expect(await effect('npm test -- a')).toBe('goes on')
  expect(await effect('git push --force')).toBe('refuses')
  expect(await effect('rm -rf ~')).toBe(agent === 'claude-code' ? 'asks' : 'refuses')
  expect(await effect('rm -rf ~', { permission_mode: 'bypassPermissions' })).toBe('refuses')
})

test.each([
  ['default', 'asks'],
  // Claude Code would let it go on, but our own mode does not.
  ['acceptEdits', 'asks'],
  ['plan', 'refuses'],
  ['bypassPermissions', 'refuses'],
])('modes of Claude Code tighten and never loosen: an edit in %s %s', async (permission_mode, effect) => {
  const edit = { tool_name: 'Write', tool_input: { file_path: join(folder, 'a.ts'), content: 'x' } }
  const event = commandEvent('claude-code', '', folder, { ...edit, permission_mode })
  expect(effectOf(await runHook(event, { args: ['--agent', 'claude-code'], env }))).toBe(effect)
})

test('a mode that was chosen for other agents and is tight holds without a server, too', async () => {
  const home = join(folder, 'strict')
  await mkdir(home)
  await writeFile(join(home, 'outside-mode'), 'strict\n')
  const run = { args: ['--agent', 'gemini'], env: { COUNTERSIGN_HOME: home } }
  expect(effectOf(await runHook(commandEvent('gemini', 'ls', folder), run))).toBe('refuses')
})

test('a refusal of what would ask says why and what to do', async () => {
  const { stdout } = await runHook(commandEvent('codex', 'npm publish', folder), {
    args: ['--agent', 'codex'],
    env,
  })
  expect(stdout).toContain('publishes')
  expect(stdout).toContain('start Countersign')
  expect(stdout).toContain('rules add allow')
})

test.each([
  ['an unknown option', ['--agent', 'codex', '--fast'], '--fast'],
  ['an option without its value', ['--agent'], '--agent'],
  ['a timeout that is no number', ['--timeout', 'soon'], '--timeout'],
  ['a timeout that leaves no time', ['--timeout', '20'], '--timeout'],
  ['a word too much', ['run'], 'run'],
  ['an unknown agent', ['--agent', 'emacs'], 'emacs'],
  ['another agent than the one that asks', ['--agent', 'gemini'], 'Gemini CLI'],
])('%s blocks, with a sentence', async (_what, args, word) => {
  const ran = await runHook(commandEvent('claude-code', 'ls', folder), { args, env })
  expect(ran).toMatchObject({ code: 2, stdout: '' })
  expect(ran.stderr).toContain(word)
  expect(ran.stderr).toContain('so nothing is allowed')
})

test.each([[''], ['nonsense'], ['[]'], ['{"hook_event_name":"PreToolUse"}']])(
  'input %j blocks, with a sentence',
  async (event) => {
    const ran = await runHook(event, { env })
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain('so nothing is allowed')
  },
)

test('a clone that is not built blocks, and says what to do', async () => {
  const bin = join(folder, 'unbuilt/bin')
  await cp(dirname(BIN), bin, { recursive: true })
  const ran = await runHook(commandEvent('claude-code', 'ls', folder), {
    bin: join(bin, 'countersign.mjs'),
    env,
  })
  expect(ran).toMatchObject({ code: 2, stdout: '' })
  expect(ran.stderr).toContain('npm run build')
})

test('a build that throws while it is loaded blocks', async () => {
  const root = join(folder, 'broken')
  await cp(dirname(BIN), join(root, 'bin'), { recursive: true })
  await mkdir(join(root, 'dist/hook'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  for (const [code, word] of [
    ['throw new Error("torn")', 'torn'],
    [
      'export const runHook = () => { setTimeout(() => { throw new Error("later") }); return new Promise(() => {}) }',
      'later',
    ],
    [
      'export const runHook = () => { void Promise.reject(new Error("unheard")); return new Promise(() => {}) }',
      'unheard',
    ],
    // It comes to its end and nobody was answered.
    ['export const runHook = () => new Promise(() => {})', ''],
    ['this is no program', ''],
  ] as const) {
    await writeFile(join(root, 'dist/hook/whole.js'), code)
    const ran = await runHook('{}', { bin: join(root, 'bin/countersign.mjs'), env })
    expect(ran, code).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toContain(word)
  }
})

test('an answer that nobody can read any more is no yes', async () => {
  const child = spawn(process.execPath, [BIN, 'hook', '--agent', 'claude-code'], {
    env: { ...process.env, ...env },
  })
  child.stdout.destroy()
  child.stdin.end(commandEvent('claude-code', 'npm test -- a', folder))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
})

test('a hook that is told to end blocks', async () => {
  // Its input stays open, so it waits.
  const child = spawn(process.execPath, [BIN, 'hook', '--agent', 'claude-code'], {
    env: { ...process.env, ...env },
  })
  // More than a pipe holds: it is written once the hook reads, and by then it listens for signals.
  await new Promise((written) => child.stdin.write(' '.repeat(4_000_000), written))
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
})

test('a hook whose event never comes to its end blocks before its agent loses patience', async () => {
  const child = spawn(process.execPath, [BIN, 'hook', '--timeout', '21'], {
    env: { ...process.env, ...env },
  })
  child.stdin.write('{')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
})

const old = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const { stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return Number.parseInt(stdout ?? '') === 20
})

test.skipIf(old === undefined)('an old Node hands over to the one that npm brought', async () => {
  const run = { args: ['--agent', 'codex'], env, ...(old === undefined ? {} : { node: old }) }
  expect(effectOf(await runHook(commandEvent('codex', 'npm test -- a', folder), run))).toBe('goes on')
  expect(effectOf(await runHook(commandEvent('codex', 'rm -rf ~', folder), run))).toBe('refuses')
})
