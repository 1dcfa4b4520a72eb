import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundFiles } from './found-files.ts'

let folder: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-found-')))
  await mkdir(join(folder, 'old/deep'), { recursive: true })
  await writeFile(join(folder, 'old/a'), 'aa')
  await writeFile(join(folder, 'old/deep/b'), 'bbb')
  await writeFile(join(folder, 'out.log'), 'x'.repeat(1200))
  await symlink('out.log', join(folder, 'link'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const none = { versioned: 'none' }

test.each([
  ['npm test', []],
  ['echo hi > new.log', []],
  ['echo hi > out.log', [{ act: 'overwrite', path: 'out.log', files: 1, bytes: 1200, ...none }]],
  ['echo hi >> ./out.log', [{ act: 'append', path: './out.log', files: 1, bytes: 1200, ...none }]],
  ['rm -rf old', [{ act: 'remove', path: 'old', files: 2, bytes: 5, ...none }]],
  // A write goes through the link; a removal affects the link itself.
  ['echo hi > link', [{ act: 'overwrite', path: 'link', files: 1, bytes: 1200, ...none }]],
  ['rm link', [{ act: 'remove', path: 'link', files: 1, bytes: 7, ...none }]],
  ['rm nothing/at/all', []],
])('%s', async (command, expected) => {
  const place = { workspace: folder, cwd: folder, home: '/home/nobody' }
  expect(await foundFiles(command, place)).toEqual(expected)
})
