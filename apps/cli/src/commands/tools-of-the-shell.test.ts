/** @module-tag slow */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runCli } from '../testing/run-cli.ts'

test('completions for bash offer the commands, and the options of a command', async () => {
  const { stdout, code } = await runCli(['completions', 'bash'])
  expect(code).toBe(0)
  const offered = (...words: string[]) => {
    const script = `${stdout}\nCOMP_WORDS=(countersign ${words.join(' ')} ''); COMP_CWORD=${words.length + 1}; _countersign; echo "\${COMPREPLY[*]}"`
    return spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).stdout.trim().split(' ')
  }
  expect(offered()).toEqual(expect.arrayContaining(['chat', 'run', 'doctor', '--help']))
  expect(offered('approvals')).toEqual(['list', 'show', 'allow', 'deny', 'settle', '--help'])
  expect(offered('chat')).toEqual(['--thread', '--mode', '--linear', '--help'])
})

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

test.runIf(has('fish'))('completions for fish offer the same', async () => {
  const { stdout } = await runCli(['completions', 'fish'])
  const offered = (text: string) =>
    spawnSync('fish', ['--no-config', '-c', `${stdout}\ncomplete -C '${text}'`], { encoding: 'utf8' })
      .stdout.split('\n')
      .map((line) => line.split('\t')[0])
  expect(offered('countersign do')).toContain('doctor')
  expect(offered('countersign approvals ')).toEqual(expect.arrayContaining(['list', 'show', 'allow', 'deny']))
  expect(offered('countersign chat --')).toEqual(expect.arrayContaining(['--thread', '--mode', '--linear']))
})

test.runIf(has('zsh'))('completions for zsh offer the same', async () => {
  const { stdout } = await runCli(['completions', 'zsh'])
  const offered = (...words: string[]) => {
    // What the completion system would be given is printed.
    const script = `compdef() { }; _describe() { print -l -- \${(P)2} }\n${stdout}\nwords=(countersign ${words.join(' ')} ''); CURRENT=${words.length + 2}; _countersign`
    return spawnSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })
      .stdout.split('\n')
      .map((line) => line.split(':')[0])
  }
  expect(offered()).toEqual(expect.arrayContaining(['chat', 'run', 'doctor', '--help']))
  expect(offered('approvals')).toEqual(expect.arrayContaining(['list', 'show', 'allow', 'deny']))
})

test.each([
  [['completions', 'tcsh'], 'is not supported'],
  [['undo', 'nonsense'], 'neither a call'],
  [['chat', 'no/such/folder'], 'is not a folder'],
])('%j is refused: %s', async (args, message) => {
  const ran = await runCli(args)
  expect(ran).toMatchObject({ code: 1 })
  expect(ran.stderr).toContain(message)
})

test('doctor says what it found, as JSON too', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cs-doctor-'))
  // A database that nobody has: what is wrong is said, with what to do.
  const env = { COUNTERSIGN_HOME: home, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const ran = await runCli(['doctor', '--json'], { env })
  await rm(home, { recursive: true, force: true })
  expect(ran.code).toBe(1)
  expect(JSON.parse(ran.stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([
      expect.objectContaining({ name: 'Node', state: 'fine' }),
      expect.objectContaining({ name: 'server', state: 'missing' }),
      expect.objectContaining({ name: 'database', state: 'wrong' }),
    ]) as unknown,
  })
})

test.each([
  [0o710, 'fine', /^$/],
  [0o755, 'missing', /^chmod go-rw /],
])(
  'doctor on a data folder of mode %o: whoever may only pass through is no trouble',
  async (mode, state, todo) => {
    const home = await mkdtemp(join(tmpdir(), 'cs-doctor-'))
    await chmod(home, mode)
    const env = { COUNTERSIGN_HOME: home, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const { stdout } = await runCli(['doctor', '--json'], { env })
    await rm(home, { recursive: true, force: true })
    const { checks } = Doctor.parse(JSON.parse(stdout))
    const found = checks.find(({ name }) => name === 'data folder')
    expect(found?.state).toBe(state)
    expect(found?.todo ?? '').toMatch(todo)
  },
)

const Doctor = z.object({
  checks: z.array(z.object({ name: z.string(), state: z.string(), todo: z.string().optional() })),
})
