import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

let folder = ''
let home = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-hook-'))
  // Open, so that the database of a run as root lies in it and goes away with it.
  await chmod(folder, 0o755)
  home = join(folder, 'home')
  await mkdir(home)
  await writeFile(join(home, 'rules'), 'deny terminal.exec(git push *)\nallow terminal.exec(npm test *)\n')
})
afterAll(() => rm(folder, { recursive: true }))

const claude = (command: string, more: object = {}) =>
  JSON.stringify({
    session_id: 's',
    cwd: folder,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    ...more,
  })

const hook = (input: string, ...args: string[]) =>
  runCli(['hook', ...args], { input, cwd: folder, env: { COUNTERSIGN_HOME: home } })

test.each([
  ['cd src && git status', {}, 'allow'],
  ['npm test -- a', {}, 'allow'],
  ['npm publish', {}, 'ask'],
  ['cd src && git push --force', {}, 'deny'],
  ['touch a', { permission_mode: 'plan' }, 'deny'],
  ['rm -rf /', {}, 'ask'],
])('without a server policy decides alone: %s %j is %s', async (command, more, verdict) => {
  const { code, stdout } = await hook(claude(command, more), '--agent', 'claude-code')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict,
    },
  })
})

test('input that cannot be read refuses, and says why', async () => {
  const { code, stdout, stderr } = await hook('nonsense')
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain('JSON')
})

const settings = () =>
  readFile(join(folder, '.claude/settings.json'), 'utf8').then((text) => JSON.parse(text) as unknown) // read back as it was written

test('the hook is written beside what is there, once, and is taken out again', async () => {
  await mkdir(join(folder, '.claude'))
  const mine = { matcher: 'Bash', hooks: [{ type: 'command', command: 'my-own' }] }
  const before = { model: 'x', hooks: { PreToolUse: [mine] } }
  await writeFile(join(folder, '.claude/settings.json'), JSON.stringify(before))
  const shown = await hook('', 'install', '--agent', 'claude-code')
  expect(shown.code).toBe(1)
  expect(shown.stdout).toContain('+')
  expect(await settings()).toEqual(before)
  for (let times = 0; times < 2; times += 1)
    expect(await hook('', 'install', '--agent', 'claude-code', '--yes')).toMatchObject({ code: 0 })
  expect(await settings()).toMatchObject({ model: 'x', hooks: { PreToolUse: [mine, { matcher: '*' }] } })
  expect(JSON.stringify(await settings()).match(/hook --agent claude-code/g)).toHaveLength(1)
  expect(await hook('', 'uninstall', '--agent', 'claude-code', '--yes')).toMatchObject({ code: 0 })
  expect(await settings()).toEqual(before)
})

test('a configuration that is no plain JSON is left alone', async () => {
  await mkdir(join(folder, '.gemini'))
  await writeFile(join(folder, '.gemini/settings.json'), '{ // a comment\n}')
  const { code, stderr } = await hook('', 'install', '--agent', 'gemini', '--yes')
  expect(code).toBe(1)
  expect(stderr).toContain('not plain JSON')
})
