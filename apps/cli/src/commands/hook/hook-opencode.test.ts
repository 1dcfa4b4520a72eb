/** @module-tag slow */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-opencode-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const hook = (word: string, ...args: string[]) =>
  runCli(['hook', word, '--agent', 'opencode', ...args], {
    cwd: folder,
    env: { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), COUNTERSIGN_HOME: join(folder, 'home') },
  })
const SHIPPED = new URL('../../../opencode/countersign.js', import.meta.url)
const CONFIG = 'opencode.json'
const PLUGIN = '.opencode/plugin/countersign.js'
const text = (path: string) => readFile(join(folder, path), 'utf8').catch(() => undefined)

/** The installed plugin, as OpenCode loads it. */
interface Plugin {
  event(input: { event: { type: string; properties?: unknown } }): Promise<void>
  'chat.params'(input: { sessionID: string; agent: unknown }): Promise<void>
  config(config: { permission?: unknown }): Promise<void>
  'tool.execute.before'(
    input: { tool: string; sessionID: string; callID: string },
    output: { args: unknown },
  ): Promise<void>
}

async function loaded(change: (plugin: string) => string = (plugin) => plugin): Promise<Plugin> {
  const path = join(folder, `plugin-${process.hrtime.bigint()}.mjs`)
  await writeFile(path, change((await text(PLUGIN)) ?? (await readFile(SHIPPED, 'utf8'))))
  const { Countersign } = (await import(pathToFileURL(path).href)) as {
    Countersign: (context: { directory: string }) => Promise<Plugin>
  } // the plugin's only export
  return Countersign({ directory: folder })
}

test('the plugin is written, OpenCode is told to ask, and both are taken out again', async () => {
  expect((await hook('install')).code).toBe(1)
  expect(await text(PLUGIN)).toBeUndefined()
  for (let times = 0; times < 2; times += 1) expect(await hook('install', '--yes')).toMatchObject({ code: 0 })
  expect(JSON.parse((await text(CONFIG)) ?? '')).toEqual({ permission: { '*': 'ask' } })
  expect(await text(PLUGIN)).toContain('"--agent","opencode"')
  expect(await text(PLUGIN)).toContain(JSON.stringify({ COUNTERSIGN_HOME: join(folder, 'home') }))
  expect(await hook('uninstall', '--yes')).toMatchObject({ code: 0 })
  expect(await text(PLUGIN)).toBeUndefined()
  expect(await text(CONFIG)).toBeUndefined()
})

test('for every project it goes where OpenCode keeps its own', async () => {
  expect(await hook('install', '--user', '--yes')).toMatchObject({ code: 0 })
  expect(await text('config/opencode/plugin/countersign.js')).toContain('tool.execute.before')
  expect(await text('config/opencode/opencode.json')).toContain('"*": "ask"')
})

test.each([
  ['{ "model":  "x" }', { '*': 'ask' }, {}],
  ['{"permission": {"bash": "allow"}}', { bash: 'allow', '*': 'ask' }, { bash: 'allow' }],
  [
    '{"permission": {"*": "allow", "edit": "deny"}}',
    { '*': 'ask', edit: 'deny' },
    { edit: 'deny', '*': 'allow' },
  ],
  ['{"permission": "allow"}', 'ask', 'allow'],
  // What a person asks or refuses stays theirs, with the plugin too.
  ['{"permission": {"*": "ask"}}', { '*': 'ask' }, { '*': 'ask' }],
  ['{"permission": {"*": "deny"}}', { '*': 'deny' }, { '*': 'deny' }],
  ['{"permission": "ask"}', 'ask', 'ask'],
])(
  '%s asks without the plugin, is as before with it, and afterwards',
  async (before, without, withPlugin) => {
    await writeFile(join(folder, CONFIG), before)
    expect(await hook('install', '--yes')).toMatchObject({ code: 0 })
    const config = JSON.parse((await text(CONFIG)) ?? '') as { permission?: unknown } // as it was written
    expect(config.permission).toEqual(without)
    await (await loaded()).config(config)
    expect(config.permission).toEqual(withPlugin)
    expect(await hook('uninstall', '--yes')).toMatchObject({ code: 0 })
    expect(await text(CONFIG)).toBe(before)
  },
)

test('only the last entry that fits counts there, so the question stands last', async () => {
  await writeFile(join(folder, CONFIG), '{"permission": {"bash": "allow", "edit": "allow"}}')
  await hook('install', '--yes')
  expect(await text(CONFIG)).toBe('{"permission": {"bash": "allow", "edit": "allow", "*": "ask"}}')
})

test('a setting that its person changed since is left alone', async () => {
  await hook('install', '--yes')
  await writeFile(join(folder, CONFIG), '{"permission": {"*": "deny"}}')
  expect(await hook('uninstall', '--yes')).toMatchObject({ code: 0 })
  expect(await text(CONFIG)).toBe('{"permission": {"*": "deny"}}')
})

test('a plugin of that name that is not ours stays', async () => {
  await mkdir(join(folder, '.opencode/plugin'), { recursive: true })
  await writeFile(join(folder, PLUGIN), 'export const Mine = 1\n')
  expect(await hook('install', '--yes')).toMatchObject({ code: 1 })
  expect(await text(PLUGIN)).toBe('export const Mine = 1\n')
})

/** The plugin with a program that does this when it is asked. Only its command is written by the installer. */
async function asking(program: string, agent: unknown = 'build', session = 's'): Promise<unknown> {
  const plugin = await loaded((whole) =>
    whole.replace(
      /^const COMMAND = .*$/m,
      `const COMMAND = ${JSON.stringify([process.execPath, '-e', program])}`,
    ),
  )
  await plugin.event({
    event: { type: 'session.created', properties: { info: { id: 'child', parentID: 's' } } },
  })
  await plugin['chat.params']({ sessionID: 's', agent })
  await plugin['chat.params']({ sessionID: 'child', agent: 'general' })
  return plugin['tool.execute.before'](
    { tool: 'bash', sessionID: session, callID: 'c' },
    { args: { command: 'ls' } },
  ).then(
    () => 'runs',
    (cause: unknown) => (cause instanceof Error ? cause.message : cause),
  )
}

test('what is allowed runs, and the program is told all of the call', async () => {
  const program = `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () => { const e = JSON.parse(t)
    console.log(JSON.stringify({ decision: e.tool_name === 'bash' && e.tool_input.command === 'ls' && e.session_id === 's' ? 'allow' : 'deny' })) })`
  expect(await asking(program)).toBe('runs')
})

const MODE = `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () =>
  console.log(JSON.stringify({ decision: 'deny', reason: JSON.parse(t).permission_mode })))`

test.each([
  ['plan', 'plan'],
  [{ name: 'plan' }, 'plan'],
  ['build', 'default'],
  [undefined, 'default'],
])('the program is told whether it only plans: %j', async (agent, mode) => {
  expect(await asking(MODE, agent)).toContain(mode)
  expect(await asking(MODE, agent, 'child')).toContain(mode)
})

test.each([
  ['a no', `console.log('{"decision":"deny","reason":"because"}')`, 'because'],
  ['an exit code', `console.error('broken'); process.exit(1)`, 'broken'],
  ['yes, and then an exit code', `console.log('{"decision":"allow"}'); process.exitCode = 1`, 'ended with 1'],
  ['no answer', '', 'no answer'],
  ['nonsense', `console.log('yes')`, 'no answer'],
  ['null', `console.log('null')`, 'no answer'],
  ['another word', `console.log('{"decision":"ask"}')`, 'no answer'],
  ['its death', `process.kill(process.pid, 'SIGKILL')`, 'ended with null'],
])('%s refuses', async (_what, program, words) => {
  expect(await asking(program)).toContain(words)
})

test('a program that is gone refuses', async () => {
  const plugin = await loaded((whole) => whole.replace('COMMAND = []', `COMMAND = ['/nowhere/node']`))
  await expect(
    plugin['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: {} }),
  ).rejects.toThrow('cannot be started')
})
