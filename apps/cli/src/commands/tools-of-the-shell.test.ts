import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

test('completions for bash offer the commands, and the options of a command', async () => {
  const { stdout, code } = await runCli(['completions', 'bash'])
  expect(code).toBe(0)
  const offered = (...words: string[]) => {
    const script = `${stdout}\nCOMP_WORDS=(countersign ${words.join(' ')} ''); COMP_CWORD=${words.length + 1}; _countersign; echo "\${COMPREPLY[*]}"`
    return spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).stdout.trim().split(' ')
  }
  expect(offered()).toEqual(expect.arrayContaining(['chat', 'run', 'doctor', '--help']))
  expect(offered('approvals')).toEqual(['list', 'show', 'allow', 'deny', '--help'])
  expect(offered('chat')).toEqual(['--thread', '--mode', '--linear', '--help'])
})

test.each([
  [['completions', 'tcsh'], 'is no shell'],
  [['undo', 'nonsense'], 'neither a call'],
  [['chat', 'no/such/folder'], 'is no folder'],
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
