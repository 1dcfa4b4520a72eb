import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitLetters } from './git-letters.ts'

let folder: string
const git = (...args: readonly string[]) => promisify(execFile)('git', ['-C', folder, ...args])
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-letters-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('files that git knows, that differ from what was staged, and that it does not know', async () => {
  await git('init', '-q')
  await mkdir(join(folder, 'src'))
  for (const name of ['same.txt', 'touched.txt', 'longer.txt', 'other.txt'])
    await writeFile(join(folder, 'src', name), 'text\n')
  await git('add', '-A')
  await writeFile(join(folder, 'src', 'new.txt'), 'new\n')
  await appendFile(join(folder, 'src', 'longer.txt'), 'more\n')
  await writeFile(join(folder, 'src', 'other.txt'), 'TEXT\n')
  // As if it was written a second later.
  await utimes(join(folder, 'src', 'other.txt'), 2_000_000_000, 2_000_000_000)
  await utimes(join(folder, 'src', 'touched.txt'), 2_000_000_000, 2_000_000_000)
  const letter = await gitLetters(join(folder, 'src'))
  const letters = await Promise.all(
    ['same.txt', 'touched.txt', 'longer.txt', 'other.txt', 'new.txt'].map((name) => letter(name)),
  )
  expect(letters).toEqual([undefined, undefined, 'M', 'M', '?'])
})

test('without a repository nothing is said', async () => {
  const letter = await gitLetters('/')
  expect(await letter('etc')).toBeUndefined()
})
