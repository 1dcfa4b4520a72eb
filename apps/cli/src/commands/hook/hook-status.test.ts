/** @module-tag slow */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runBuilt } from '../../testing/run-cli.ts'

/** Milliseconds: each status starts the installed command twice. */
vi.setConfig({ testTimeout: 120_000 })

let folder = ''
let work = ''
let env: Record<string, string> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-status-'))
  work = join(folder, 'work')
  await mkdir(work)
  await mkdir(join(folder, 'bin'))
  env = {
    HOME: join(folder, 'me'),
    COUNTERSIGN_HOME: join(folder, 'data'),
    PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hook = (...args: string[]) => runBuilt(['hook', ...args], { cwd: work, env })

async function status(agent: string) {
  const { code, stdout } = await hook('status', '--agent', agent, '--json')
  const { hooks } = JSON.parse(stdout) as { hooks: { state: string; says: string }[] } // printed just now
  return { code, state: hooks.map(({ state }) => state).join(), says: hooks.map(({ says }) => says).join() }
}

const SETTINGS = '.claude/settings.json'
const edit = async (change: (text: string) => string) => {
  const path = join(work, SETTINGS)
  await writeFile(path, change(await readFile(path, 'utf8')))
}

test('a hook that answers is not proven until its agent says so', async () => {
  expect(await status('claude-code')).toMatchObject({ code: 0, state: 'not installed' })
  await hook('install', '--agent', 'claude-code', '--yes')
  const found = await status('claude-code')
  expect(found).toMatchObject({ code: 0, state: 'not proven' })
  expect(found.says).toContain('its command works')
})

test.each([
  [
    'its program is gone',
    (text: string) => text.replaceAll('bin/countersign.mjs', 'gone/countersign.mjs'),
    'fails',
  ],
  ['it would not block then', (text: string) => text.replace(' || exit 2', ''), 'would not block'],
  [
    'its agent waits less long',
    (text: string) => text.replace('"timeout": 600', '"timeout": 60'),
    'may time out before the hook',
  ],
  [
    'it lets go on what must ask',
    (text: string) =>
      text.replace(/"command": ".*"/, `"command": "echo {} # countersign hook --timeout 600 || exit 2"`),
    'must ask',
  ],
  ['it is switched off', (text: string) => text.replace('{', '{"disableAllHooks":true,'), 'turns it off'],
])('a hook is broken when %s', async (_what, change, word) => {
  await hook('install', '--agent', 'claude-code', '--yes')
  const before = await readFile(join(work, SETTINGS), 'utf8')
  await edit(change)
  const found = await status('claude-code')
  await writeFile(join(work, SETTINGS), before)
  expect(found).toMatchObject({ code: 1, state: 'broken' })
  expect(found.says).toContain(word)
})

/** Answers as `codex app-server` does. */
async function fakeCodex(trustStatus: string): Promise<void> {
  const program = `#!${process.execPath}
const hooks = JSON.parse(require('node:fs').readFileSync(${JSON.stringify(join(work, '.codex/hooks.json'))}, 'utf8')).hooks
const list = Object.entries(hooks).map(([event, [group]]) => ({
  eventName: event[0].toLowerCase() + event.slice(1), command: group.hooks[0].command, enabled: true, trustStatus: '${trustStatus}',
}))
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') console.log(JSON.stringify({ id, result: {} }))
  if (method === 'hooks/list') console.log(JSON.stringify({ id, result: { data: [{ hooks: list }] } }))
})`
  await writeFile(join(folder, 'bin/codex'), program)
  await chmod(join(folder, 'bin/codex'), 0o755)
}

test('Codex itself is asked whether it trusts the hook', async () => {
  await hook('install', '--agent', 'codex', '--yes')
  await fakeCodex('trusted')
  expect(await status('codex')).toMatchObject({ code: 0, state: 'proven' })
  await fakeCodex('modified')
  const found = await status('codex')
  expect(found).toMatchObject({ code: 1, state: 'broken' })
  expect(found.says).toContain('/hooks')
})
