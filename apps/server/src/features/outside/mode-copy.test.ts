import { UserId } from '@countersign/protocol'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { modeCopy, readModeCopy } from './mode-copy.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'cs-mode-'))
})
afterEach(() => rm(home, { recursive: true }))

test.each([
  ['plan', 'plan'],
  ['strict', 'strict'],
  ['default', 'default'],
  ['acceptEdits', 'default'],
  ['auto', 'default'],
])('%s is %s while no server runs', async (mode, alone) => {
  await modeCopy(home, () => Promise.resolve(mode)).refresh(UserId.parse('usr_ana'))
  expect(await readModeCopy(home)).toBe(alone)
})

test('without a copy it is the shipped mode; one that cannot be read is a tight one', async () => {
  expect(await readModeCopy(home)).toBe('default')
  await writeFile(join(home, 'outside-mode'), 'yolo')
  expect(await readModeCopy(home)).toBe('strict')
  await rm(join(home, 'outside-mode'))
  await mkdir(join(home, 'outside-mode'))
  expect(await readModeCopy(home)).toBe('strict')
})
