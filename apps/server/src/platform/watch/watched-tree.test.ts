import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ignoredBelow, type Ignored } from '../../workspace/ignored.ts'
import type { Change } from './known-tree.ts'
import { kernelWatches } from './testing/kernel-watches.ts'
import { watchTree, type TreeWatch, type WatchLimits } from './watched-tree.ts'

let root: string
let watched: TreeWatch | undefined
let seen: string[]
let failures: unknown[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'countersign-tree-'))
  seen = []
  failures = []
})
afterEach(async () => {
  await watched?.close()
  watched = undefined
  await rm(root, { recursive: true, force: true })
})

const at = (...names: string[]) => join(root, ...names)

async function begin(limits: Partial<WatchLimits>, rules = () => ignoredBelow(root, root)): Promise<void> {
  watched = await watchTree({
    root,
    rules,
    clock: { now: () => Date.now() },
    changed: (changes: readonly Change[]) =>
      seen.push(...changes.map(({ kind, path }) => `${kind} ${path.slice(root.length + 1)}`)),
    failed: (_what, cause) => failures.push(cause),
    limits,
  })
}

/** What was told of other paths than this one. */
const others = (path: string) => seen.filter((line) => !line.endsWith(` ${path}`))

async function manyFolders(): Promise<readonly string[]> {
  const names = Array.from({ length: 80 }, (_, index) => `f${index}`)
  for (const name of names) {
    await mkdir(at(name))
    await writeFile(at(name, 'old.txt'), 'old')
  }
  return names
}

/** Rules that ignore nothing, and that cannot be read for a folder without a file `rules`. */
const inEveryFolder: Ignored = {
  has: () => false,
  async below(folder) {
    await readFile(join(folder, 'rules'))
    return inEveryFolder
  },
}

test('no scan begins before the tree is known: what was there is no change', async () => {
  await manyFolders()
  await begin({ folders: 3, scanEvery: 1 })
  expect(watched?.by).toBe('scans')
  await writeFile(at('f7/new.txt'), 'new')
  await vi.waitFor(() => expect(seen).toContain('created f7/new.txt'), { timeout: 10_000 })
  expect(others('f7/new.txt')).toEqual([])
})

test('what an event says before the tree is known is looked at once it is', async () => {
  const names = await manyFolders()
  const begun = begin({ settle: 1 })
  let ended = false
  void begun.then(() => (ended = true))
  // The root hears of folders that nobody has read yet.
  while (!ended) for (const name of names) await chmod(at(name), 0o755)
  await begun
  await writeFile(at('f7/new.txt'), 'new')
  await vi.waitFor(() => expect(seen).toContain('created f7/new.txt'), { timeout: 10_000 })
  expect(others('f7/new.txt')).toEqual([])
})

test('a watch that cannot begin leaves nothing behind', async () => {
  await mkdir(at('x'))
  const begun = begin({ settle: 1 }, () => Promise.resolve(inEveryFolder))
  await expect(begun).rejects.toThrow('ENOENT')
  expect(await kernelWatches()).toBe(0)
})

test('after a look that failed, everything is looked at again, and nothing that it saw is lost', async () => {
  await begin({ settle: 5, scanEvery: 100 }, () => Promise.resolve(inEveryFolder))
  await writeFile(at('a.txt'), 'a')
  await mkdir(at('x'))
  await writeFile(at('x/b.txt'), 'b')
  await vi.waitFor(() => expect(failures).not.toEqual([]), { timeout: 10_000 })
  // Nobody watches this folder yet: only another look finds the file.
  await writeFile(at('x/rules'), '')
  await vi.waitFor(
    () =>
      expect(new Set(seen)).toEqual(
        new Set(['created a.txt', 'created x', 'created x/b.txt', 'created x/rules']),
      ),
    { timeout: 10_000 },
  )
  const { length } = failures
  await writeFile(at('x/c.txt'), 'c')
  await vi.waitFor(() => expect(seen).toContain('created x/c.txt'), { timeout: 10_000 })
  expect(failures).toHaveLength(length)
})

test('ignore rules that could not be read are read again', async () => {
  await mkdir(at('x'))
  await writeFile(at('x/a.log'), 'a')
  let broken = false
  await begin({ settle: 5, scanEvery: 50 }, async () => {
    if (broken) await readFile(at('missing'))
    return ignoredBelow(root, root)
  })
  broken = true
  await writeFile(at('.gitignore'), '*.log\n')
  await vi.waitFor(() => expect(failures).not.toEqual([]), { timeout: 10_000 })
  broken = false
  await vi.waitFor(() => expect(seen).toContain('gone x/a.log'), { timeout: 10_000 })
})
