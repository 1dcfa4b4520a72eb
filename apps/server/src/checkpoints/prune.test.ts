import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pruneKept } from './prune.ts'

const NOW = Date.UTC(2026, 0, 31)
const DAY = 24 * 60 * 60_000

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-prune-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function keep(path: string, daysAgo: number, bytes = 10): Promise<void> {
  const file = join(folder, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, 'x'.repeat(bytes))
  await utimes(file, (NOW - daysAgo * DAY) / 1000, (NOW - daysAgo * DAY) / 1000)
}

const parts = () => ({ folder: join(folder, 'kept'), trash: join(folder, 'trash'), now: NOW })
const left = async (path: string) => (await readdir(join(folder, path))).toSorted()

test('what is older than its time goes, contents, calls and trash alike', async () => {
  await keep('kept/objects/aa/old', 40)
  await keep('kept/objects/aa/new', 2)
  await keep('kept/calls/old.json', 31)
  await keep('kept/calls/new.json', 29)
  await keep('trash/1-old/a.txt', 40)
  await utimes(join(folder, 'trash/1-old'), (NOW - 40 * DAY) / 1000, (NOW - 40 * DAY) / 1000)
  expect(await pruneKept(parts())).toBe(3)
  expect(await left('kept/objects/aa')).toEqual(['new'])
  expect(await left('kept/calls')).toEqual(['new.json'])
  expect(await left('trash')).toEqual([])
})

test('of too much the oldest goes first', async () => {
  for (const day of [1, 2, 3, 4]) await keep(`kept/objects/aa/${day}`, day, 100)
  expect(await pruneKept(parts(), { atMost: 250 })).toBe(2)
  expect(await left('kept/objects/aa')).toEqual(['1', '2'])
})

test('with nothing kept there is nothing to do', async () => {
  expect(await pruneKept(parts())).toBe(0)
})
