import { appendFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from './known-tree.ts'
import { kernelWatches } from './testing/kernel-watches.ts'
import type { WatchLimits } from './watched-tree.ts'
import { openWatches, type Follower, type Following, type Watches } from './watches.ts'

let outside: string
let root: string
let watches: Watches
let seen: Change[]
const failures: unknown[] = []

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'countersign-watch-'))
  root = join(outside, 'root')
  await mkdir(root)
  seen = []
})
afterEach(async () => {
  await watches.close()
  await rm(outside, { recursive: true, force: true })
  expect(failures.splice(0)).toEqual([])
})

function follow(what: Follower['what'], limits: Partial<WatchLimits> = {}): Promise<Following> {
  watches = openWatches({
    clock: { now: () => Date.now() },
    failed: (_what, cause) => failures.push(cause),
    limits: { settle: 20, ...limits },
  })
  return watches.follow({ root, what, changed: (changes) => seen.push(...changes) })
}

const at = (...names: string[]) => join(root, ...names)

/** What was told, once each, without what `changed` said again of a new file. */
function told(): readonly string[] {
  const lines = seen.map(({ kind, path, is }) => `${kind} ${is} ${path.slice(outside.length + 1)}`)
  const created = new Set(lines.filter((line) => line.startsWith('created')).map((line) => line.slice(8)))
  return [...new Set(lines)].filter((line) => !line.startsWith('changed') || !created.has(line.slice(8)))
}

async function tells(...lines: string[]): Promise<void> {
  await vi.waitFor(() => expect(told().toSorted()).toEqual(lines.toSorted()), { timeout: 10_000 })
  seen = []
}

test('of one folder alone, its own entries and nothing below', async () => {
  await mkdir(at('below'))
  await follow('folder')
  expect(await kernelWatches()).toBe(1)
  await writeFile(at('below/deep.txt'), 'deep')
  await writeFile(at('a.txt'), 'one')
  await mkdir(at('fresh'))
  await tells('created file root/a.txt', 'created folder root/fresh')
  await writeFile(at('fresh/deep.txt'), 'deep')
  await rm(at('fresh'), { recursive: true })
  await tells('gone folder root/fresh')
})

test('files that are made, changed, renamed and deleted', async () => {
  await writeFile(at('old.txt'), 'old')
  expect(await follow('everything')).toMatchObject({ by: 'events' })
  await writeFile(at('a.txt'), 'one')
  await tells('created file root/a.txt')
  await appendFile(at('a.txt'), ' two')
  await tells('changed file root/a.txt')
  await rename(at('a.txt'), at('b.txt'))
  await tells('gone file root/a.txt', 'created file root/b.txt')
  await rm(at('b.txt'))
  await tells('gone file root/b.txt')
  await rm(at('old.txt'))
  await tells('gone file root/old.txt')
})

test('a file that is replaced by another under its name is changed', async () => {
  await writeFile(at('a.txt'), 'one')
  await follow('everything')
  await writeFile(join(outside, 'beside'), 'two')
  await rename(join(outside, 'beside'), at('a.txt'))
  await tells('changed file root/a.txt')
})

test('a folder that is full before it can be watched', async () => {
  await follow('everything')
  await mkdir(at('x/y'), { recursive: true })
  await writeFile(at('x/y/z.txt'), 'z')
  await tells('created folder root/x', 'created folder root/x/y', 'created file root/x/y/z.txt')
  await writeFile(at('x/y/z.txt'), 'zz')
  await tells('changed file root/x/y/z.txt')
})

test('a folder that is moved away is gone with all that is in it, and is not heard of again', async () => {
  await mkdir(at('x/y'), { recursive: true })
  await writeFile(at('x/y/z.txt'), 'z')
  await follow('everything')
  await rename(at('x'), join(outside, 'x'))
  await tells('gone file root/x/y/z.txt', 'gone folder root/x/y', 'gone folder root/x')
  await writeFile(join(outside, 'x/y/late.txt'), 'late')
  await writeFile(at('other.txt'), 'other')
  await tells('created file root/other.txt')
})

test('a folder that is renamed is watched under its new name', async () => {
  await mkdir(at('x'))
  await writeFile(at('x/a.txt'), 'a')
  await follow('everything')
  await rename(at('x'), at('y'))
  await tells(
    'gone file root/x/a.txt',
    'gone folder root/x',
    'created folder root/y',
    'created file root/y/a.txt',
  )
  await writeFile(at('y/b.txt'), 'b')
  await tells('created file root/y/b.txt')
})

test('a folder that is deleted and made again is watched', async () => {
  await mkdir(at('x'))
  await follow('everything')
  await rm(at('x'), { recursive: true })
  await mkdir(at('x'))
  await writeFile(at('x/a.txt'), 'a')
  await vi.waitFor(() => expect(told()).toContain('created file root/x/a.txt'), { timeout: 10_000 })
  seen = []
  await writeFile(at('x/b.txt'), 'b')
  await tells('created file root/x/b.txt')
})

test('a root that is moved away is gone, and one that comes in its place is new', async () => {
  await writeFile(at('a.txt'), 'a')
  const following = await follow('everything', { scanEvery: 30 })
  await rename(root, join(outside, 'elsewhere'))
  await tells('gone file root/a.txt')
  expect(following.by).toBe('scans')
  await writeFile(join(outside, 'elsewhere/late.txt'), 'late')
  await mkdir(root)
  await writeFile(at('b.txt'), 'b')
  await tells('created file root/b.txt')
  expect(following.by).toBe('events')
  await writeFile(at('c.txt'), 'c')
  await tells('created file root/c.txt')
})

test('what ignore files leave out is not watched, by the rules as they are now', async () => {
  await writeFile(at('.gitignore'), 'out/\n*.log\n')
  await mkdir(at('out'))
  await mkdir(at('.git'))
  await follow('gitignore')
  await writeFile(at('out/a.txt'), 'a')
  await writeFile(at('.git/HEAD'), 'ref')
  await writeFile(at('a.log'), 'a')
  await writeFile(at('a.txt'), 'a')
  await tells('created file root/a.txt')
  await writeFile(at('.gitignore'), '*.txt\n')
  await tells(
    'changed file root/.gitignore',
    'created folder root/out',
    'created file root/a.log',
    'gone file root/a.txt',
  )
  await writeFile(at('out/b.md'), 'b')
  await tells('created file root/out/b.md')
})

test('a link is seen and not followed', async () => {
  await mkdir(join(outside, 'target'))
  await follow('everything')
  await symlink(join(outside, 'target'), at('link'))
  await tells('created link root/link')
  await writeFile(join(outside, 'target/a.txt'), 'a')
  await writeFile(at('b.txt'), 'b')
  await tells('created file root/b.txt')
})

test('after more events than the system may keep, everything is looked at again', async () => {
  await mkdir(at('x'))
  await follow('everything', { burst: 10 })
  const names = Array.from({ length: 300 }, (_, index) => `${index}.txt`)
  await Promise.all(names.map((name) => writeFile(at('x', name), name)))
  await tells(...names.map((name) => `created file root/x/${name}`))
})

test('a tree with too many folders is scanned, without a watch', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await mkdir(at(name))
  const following = await follow('everything', { folders: 3, scanEvery: 20 })
  expect(following.by).toBe('scans')
  expect(await kernelWatches()).toBe(0)
  await writeFile(at('d/new.txt'), 'new')
  await tells('created file root/d/new.txt')
  await rename(at('d'), at('e'))
  await tells(
    'gone file root/d/new.txt',
    'gone folder root/d',
    'created folder root/e',
    'created file root/e/new.txt',
  )
})

test('two that follow one folder share its watches; the last one takes them along', async () => {
  await mkdir(at('x'))
  const first = await follow('everything')
  const others: Change[] = []
  const second = await watches.follow({
    root: join(root, '.'),
    what: 'everything',
    changed: (changes) => others.push(...changes),
  })
  await writeFile(at('x/a.txt'), 'a')
  await tells('created file root/x/a.txt')
  expect(others.map(({ path }) => path)).toContain(at('x/a.txt'))
  await first.stop()
  await writeFile(at('x/b.txt'), 'b')
  await vi.waitFor(() => expect(others.map(({ path }) => path)).toContain(at('x/b.txt')))
  expect(seen).toEqual([])
  expect(await kernelWatches()).toBe(2)
  await second.stop()
  await second.stop()
  expect(await kernelWatches()).toBe(0)
  await follow('everything')
  await writeFile(at('x/c.txt'), 'c')
  await tells('created file root/x/c.txt')
  expect(others.map(({ path }) => path)).not.toContain(at('x/c.txt'))
})
