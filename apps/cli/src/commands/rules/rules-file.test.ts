/** @module-tag slow */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-rules-'))
  await mkdir(join(folder, '.countersign'))
  await writeFile(
    join(folder, '.countersign/rules'),
    [
      'mode atuo',
      'allow terminal.exec(npm test',
      'alow terminal.exec(make)',
      'deny files.raed(.env)',
      'deny Bash(curl *)',
      'expect npm test -> allow',
      'expect rm -rf / -> run',
    ].join('\n'),
  )
  await writeFile(
    join(folder, 'good'),
    'allow terminal.exec(npm test)\nallow @secrets(.env.test)\nexpect npm test -> run\nexpect files.read(.env.test) -> run\n',
  )
  await mkdir(join(folder, 'sub/.countersign'), { recursive: true })
  await writeFile(
    join(folder, 'sub/.countersign/rules'),
    'allow @secrets(.env.test)\nexpect files.read(.env.test) -> ask\n',
  )
  await writeFile(join(folder, 'bare'), 'allow terminal.exec(npm test)\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const cli = (...args: readonly string[]) =>
  runCli(['rules', ...args], { cwd: folder, env: { COUNTERSIGN_HOME: join(folder, 'home') } })

test('rules test: every line that cannot be read, with what was perhaps meant, and what came out otherwise', async () => {
  const ran = await cli('test')
  expect(ran).toMatchObject({ code: 1, stdout: '0 as expected, 1 not, 3 lines unreadable\n' })
  expect(ran.stderr).toContain('rules:2:29 the `(` is not closed; perhaps `terminal.exec(npm test)`')
  expect(ran.stderr).toContain('rules:3:1 a line begins with')
  expect(ran.stderr).toContain('mode atuo is unknown, so strict applies')
  expect(ran.stderr).toContain('rules:7 rm -rf / is `ask`, expected `run`')
})

test.each([
  ['good', 0, '2 as expected, 0 not, 0 lines unreadable\n'],
  ['bare', 0, 'no `expect` lines; one looks like this: expect terminal.exec(npm test) -> run\n'],
  // A project makes no exceptions to what is shipped, and is tested as one.
  ['sub/.countersign/rules', 0, '1 as expected, 0 not, 0 lines unreadable\n'],
])('the file %s', async (file, code, stdout) => {
  expect(await cli('test', file)).toEqual({ code, stdout, stderr: '' })
})

test('rules lint: lines that are no rules are not passed over, nor tools that there are not', async () => {
  const { code, stdout } = await cli('lint', '.countersign/rules')
  expect(code).toBe(1)
  expect(stdout).toContain('rules:3:1 a line begins with')
  expect(stdout).toContain('deny files.raed(.env): there is no such tool; did you mean `files.read`?')
  expect(stdout).toContain('deny Bash(curl *): there is no such tool; did you mean `terminal.exec`?')
  expect(stdout).toContain('error   allow terminal.exec(npm test: cannot be read at 23')
})

test('rules add: a malformed rule is shown with its place, before any server is asked', async () => {
  expect(await cli('add', 'deny', '@secret(.env)')).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      'countersign: there is no built-in `@secret`',
      '  @secret(.env)',
      '  ^',
      'perhaps: @secrets(.env)',
      '',
    ].join('\n'),
  })
  expect((await cli('add', 'deny', '')).stderr).toContain('the rule is empty')
})
