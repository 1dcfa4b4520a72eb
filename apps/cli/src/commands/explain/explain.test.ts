/** @module-tag slow */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../testing/run-cli.ts'

let folder: string
let work: string
let home: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-explain-'))
  work = join(folder, 'work')
  home = join(folder, 'home')
  await mkdir(join(work, '.countersign'), { recursive: true })
  await mkdir(home)
  await writeFile(join(home, 'rules'), 'allow terminal.exec(npm test)\n')
  await writeFile(
    join(work, '.countersign/rules'),
    'deny terminal.exec(npm publish)\nallow terminal.exec(make)\n',
  )
  await symlink(home, join(work, 'link'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const RUNS = 0
const ASKS = 10
const BLOCKED = 11

test.each([
  ['a rule that is kept', ['npm test'], RUNS],
  ['without the kept rules', ['npm test', '--no-kept'], ASKS],
  ['a deny rule of the project', ['npm publish'], BLOCKED],
  ['an allow rule of a project that nobody trusts', ['make'], ASKS],
  ['a rule given here', ['make', '--allow', 'terminal.exec(make)'], RUNS],
  ['the folder of the gate itself, through a link', ['files.read(link/rules)', '--mode', 'auto'], ASKS],
])('explain: %s', async (_, args, code) => {
  const ran = await runCli(['explain', ...args, '--exit-code'], {
    cwd: work,
    env: { COUNTERSIGN_HOME: home },
  })
  expect(ran).toMatchObject({ code, stderr: '' })
})

test('a word that is neither a command nor a folder is refused', async () => {
  const ran = await runCli(['chta'], { cwd: work, env: { COUNTERSIGN_HOME: home } })
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toContain('`chta` is neither a command nor a folder')
})

test('without a call it leads to its own help', async () => {
  const ran = await runCli(['explain'], { cwd: work, env: { COUNTERSIGN_HOME: home } })
  expect(ran).toMatchObject({ code: 1, stdout: '' })
  expect(ran.stderr).toContain('(see `countersign explain --help`)')
})

test('a mode that does not exist is refused with the modes there are', async () => {
  const ran = await runCli(['explain', 'npm test', '--mode', 'foo'], {
    cwd: work,
    env: { COUNTERSIGN_HOME: home },
  })
  expect(ran.code).toBe(1)
  expect(ran.stderr).toBe(
    'countersign: there is no mode `foo`; choose one of Plan, Strict, Ask, Accept edits, Auto\n',
  )
})
