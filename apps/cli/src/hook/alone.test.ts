import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BIN } from '../testing/run-cli.ts'
import { answerAlone } from './alone.ts'
import { commandEvent, effectOf } from './example-events.ts'

// Without a server the hook looks at the machine itself, as a server would.

let folder = ''
let home = ''
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-alone-')))
  home = join(folder, 'home')
  const project = join(folder, 'project')
  await mkdir(join(project, 'photos'), { recursive: true })
  await mkdir(join(project, 'dist'))
  await mkdir(home)
  await writeFile(join(project, '.gitignore'), 'photos/\ndist/\n')
  await writeFile(join(project, 'photos/one.raw'), 'only here')
  await writeFile(join(project, 'dist/out.js'), 'made again')
  await symlink(BIN, join(project, 'tool.mjs'))
  await writeFile(join(home, 'rules'), 'allow terminal.exec\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['what is made again', 'rm -rf dist', 'goes on'],
  ['what nothing brings back', 'rm -rf photos', 'asks'],
  ['Countersign itself by another name', 'node tool.mjs rules add allow terminal.exec', 'asks'],
  ['a command that only explains', 'node tool.mjs explain ls', 'goes on'],
])('a rule that allows every command: %s', async (_what, command, effect) => {
  const cwd = join(folder, 'project')
  const event = commandEvent('claude-code', command, cwd)
  const { exit, stdout } = await answerAlone({ agent: 'claude-code', event, cwd, project: undefined }, home)
  expect(effectOf({ code: exit, stdout })).toBe(effect)
})
