/** @module-tag slow */
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runBuilt, type Ran } from '../../testing/run-cli.ts'

let folder = ''
let work = ''
let env: Record<string, string> = {}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-install-'))
  work = join(folder, 'work')
  await mkdir(work)
  env = { HOME: join(folder, 'me'), COUNTERSIGN_HOME: join(folder, 'data of me') }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const hook = (...args: string[]): Promise<Ran> => runBuilt(['hook', ...args], { cwd: work, env })
const install = (agent: string, ...more: string[]) => hook('install', '--agent', agent, '--yes', ...more)
const uninstall = (agent: string, ...more: string[]) => hook('uninstall', '--agent', agent, '--yes', ...more)

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const CLAUDE = '.claude/settings.json'

test('nothing is written before it was shown and agreed to', async () => {
  await put(join(work, CLAUDE), '{}')
  const shown = await hook('install', '--agent', 'claude-code')
  expect(shown.code).toBe(1)
  expect(shown.stdout).toContain('+')
  expect(await readFile(join(work, CLAUDE), 'utf8')).toBe('{}')
})

test('the command says how long it may take and where the data is, and blocks if its program is gone', async () => {
  expect((await install('claude-code')).code).toBe(0)
  const text = await readFile(join(work, CLAUDE), 'utf8')
  const written = JSON.parse(text) as {
    hooks: { PreToolUse: { matcher: string; hooks: { command: string; timeout: number }[] }[] }
  } // as it was written just now
  const [group] = written.hooks.PreToolUse
  expect(group).toMatchObject({ matcher: '*', hooks: [{ type: 'command', timeout: 600 }] })
  expect(group?.hooks[0]?.command).toMatch(
    /^COUNTERSIGN_HOME='.*data of me' .*countersign\.mjs hook --agent claude-code --timeout 600 \|\| exit 2$/,
  )
})

const ODD =
  '{ "model":"x",\n      "hooks" : {"PreToolUse":[ {"matcher":"Bash","hooks":[{"type":"command","command":"my-own"}]} ]}\n}\n\n'

test('all that others wrote stays byte for byte, written once however often, and taken out without a trace', async () => {
  await put(join(work, CLAUDE), ODD)
  for (let times = 0; times < 2; times += 1) expect((await install('claude-code')).code).toBe(0)
  const text = await readFile(join(work, CLAUDE), 'utf8')
  expect(text.startsWith(ODD.slice(0, ODD.indexOf(' ]}')))).toBe(true)
  expect(text.match(/hook --agent claude-code/g)).toHaveLength(1)
  expect((await uninstall('claude-code')).code).toBe(0)
  expect(await readFile(join(work, CLAUDE), 'utf8')).toBe(ODD)
})

test('where an agent can be told to block when its hook fails, it is', async () => {
  await install('claude-code')
  expect(JSON.parse(await readFile(join(work, CLAUDE), 'utf8'))).toMatchObject({
    hooks: { PreToolUse: [{ hooks: [{ onFailure: 'block' }] }] },
  })
  await install('cursor')
  const entry = [{ timeout: 600, failClosed: true }]
  expect(JSON.parse(await readFile(join(work, '.cursor/hooks.json'), 'utf8'))).toMatchObject({
    hooks: {
      preToolUse: entry,
      beforeShellExecution: entry,
      beforeMCPExecution: entry,
      beforeReadFile: entry,
    },
  })
})

test('a file that held nothing else goes with it', async () => {
  await install('cursor')
  expect(JSON.parse(await readFile(join(work, '.cursor/hooks.json'), 'utf8'))).toMatchObject({ version: 1 })
  expect((await uninstall('cursor')).stdout).toContain('along with the file')
  await expect(stat(join(work, '.cursor/hooks.json'))).rejects.toThrow('ENOENT')
})

test('modes and links stay; what a link leads to is written', async () => {
  const target = join(folder, 'dotfiles/claude.json')
  await put(target, '{"model":"x"}')
  await chmod(target, 0o640)
  await mkdir(join(work, '.claude'))
  await symlink('../../dotfiles/claude.json', join(work, CLAUDE))
  expect((await install('claude-code')).code).toBe(0)
  expect((await lstat(join(work, CLAUDE))).isSymbolicLink()).toBe(true)
  expect((await stat(target)).mode & 0o777).toBe(0o640)
  expect(await readFile(target, 'utf8')).toContain('hook --agent claude-code')
  expect((await uninstall('claude-code')).code).toBe(0)
  expect(await readFile(target, 'utf8')).toBe('{"model":"x"}')
})

test('an older command is changed in its place, beside handlers of others', async () => {
  const old = (command: string) => ({ type: 'command', command, timeout: 600 })
  const ours = old('/usr/bin/node /opt/countersign/bin/countersign.mjs hook --agent codex')
  const file = join(work, '.codex/hooks.json')
  const group = (...hooks: object[]) => ({ matcher: '.*', hooks })
  await put(
    file,
    JSON.stringify({
      hooks: {
        PreToolUse: [group(ours), group(old('theirs'))],
        PermissionRequest: [group(old('mine'), ours)],
      },
    }),
  )
  const { stdout } = await install('codex')
  expect(stdout).toContain('/hooks')
  expect(stdout).toContain('forgets the trust')
  const { hooks } = JSON.parse(await readFile(file, 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>
  } // as it was written just now
  const commands = (event: string) =>
    hooks[event]?.map((one) =>
      one.hooks.map(({ command }) => (command.includes('|| exit 2') ? 'new' : command)),
    )
  expect(commands('PreToolUse')).toEqual([['new'], ['theirs']])
  expect(commands('PermissionRequest')).toEqual([['mine'], ['new']])
})

test('Gemini CLI is told in the home folder, where it heeds it; remarks in its settings stay', async () => {
  const file = join(folder, 'me/.gemini/settings.json')
  await put(file, '{ // mine\n}')
  expect((await install('gemini')).stdout).toContain('in every folder')
  const text = await readFile(file, 'utf8')
  expect(text.startsWith('{ // mine\n')).toBe(true)
  expect(text).toContain('"timeout": 600000')
  const project = await install('gemini', '--project')
  expect(project.stdout).toContain('--skip-trust')
  expect(project.stdout).toContain('will ask twice')
  expect((await uninstall('gemini')).code).toBe(0)
  expect(await readFile(file, 'utf8')).toContain('// mine')
  expect(await readFile(file, 'utf8')).not.toContain('countersign')
  await expect(stat(join(work, '.gemini/settings.json'))).rejects.toThrow('ENOENT')
})

test.each([
  ['claude-code', CLAUDE, '{ // a remark, which it does not read\n}', 'not plain JSON'],
  ['claude-code', CLAUDE, '{"hooks": []}', 'of another form'],
  ['claude-code', CLAUDE, '{"hooks": {"PreToolUse": {}}}', 'of another form'],
  ['codex', '.codex/hooks.json', '[]', 'of another form'],
])('%s: %s with %s is left alone', async (agent, file, text, word) => {
  await put(join(work, file), text)
  const { code, stderr } = await install(agent)
  expect(code).toBe(1)
  expect(stderr).toContain(word)
  expect(await readFile(join(work, file), 'utf8')).toBe(text)
})
