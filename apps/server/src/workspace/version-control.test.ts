import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGitIndex } from './git-index.ts'
import { versionedOf, versionedPlace } from './version-control.ts'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-versioned-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function git(...args: readonly string[]): void {
  const quiet = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'core.hooksPath=/dev/null']
  execFileSync('git', [...quiet, ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: folder },
  })
}

async function put(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), name)
  }
}

const told = (...names: readonly string[]) =>
  versionedOf(
    folder,
    names.map((name) => join(folder, name)),
  )

describe.each([
  ['version 2', [], '2'],
  ['version 3', [], '3'],
  ['version 4', [], '4'],
  ['SHA-256', ['--object-format=sha256'], '2'],
])('a repository, %s', (_name, init, version) => {
  beforeEach(async () => {
    git('init', ...init)
    git('config', 'index.version', version)
    await put('a', 'src/lange-datei-ä.ts', 'src/deep/er/x.ts', 'src/deep/er/xy.ts', 'new.ts')
    git('add', 'a', 'src')
    // Marks an entry in a way that only later versions know.
    if (version !== '2') {
      await put('meant')
      git('add', '--intent-to-add', 'meant')
    }
  })

  test.each([
    [['a'], 'all'],
    [['src/lange-datei-ä.ts', 'src/deep/er/x.ts', 'src/deep/er/xy.ts'], 'all'],
    [['a', 'new.ts'], 'some'],
    [['new.ts'], 'none'],
    [['src/deep/er/x'], 'none'],
    [[], 'none'],
  ])('%j: %s', async (names, expected) => expect(await told(...names)).toBe(expected))
})

test('below the repository, and in a folder of it that was split off', async () => {
  git('init')
  await put('src/a.ts')
  git('add', '.')
  git('commit', '-m', 'x')
  git('worktree', 'add', 'tree')
  expect(await versionedOf(join(folder, 'src'), [join(folder, 'src/a.ts')])).toBe('all')
  expect(await versionedOf(join(folder, 'tree'), [join(folder, 'tree/src/a.ts')])).toBe('all')
})

test.each([
  ['no repository', undefined, 'none', 'none'],
  ['another system', '.hg', undefined, undefined],
  ['nothing was added', '.git', 'none', undefined],
])('%s', async (_name, marker, ofFile, ofPlace) => {
  if (marker !== undefined) await mkdir(join(folder, marker))
  await put('a')
  expect(await told('a')).toBe(ofFile)
  expect(await versionedPlace(folder)).toBe(ofPlace)
})

test('an index that is split, cut or no index says nothing', async () => {
  git('init')
  await put('a', 'b')
  git('add', '.')
  git('update-index', '--split-index')
  expect(await told('a')).toBeUndefined()
  await writeFile(join(folder, '.git/index'), 'DIRC and more')
  expect(await told('a')).toBeUndefined()
  for (const bytes of ['', 'DIRC', 'DIRC\0\0\0\x02\xff\xff\xff\xff', 'DIRC\0\0\0\x09\0\0\0\0'])
    expect(readGitIndex(Buffer.from(bytes, 'latin1'))).toBeUndefined()
})

/** An index of version 4: each path is told by what it drops from the end of the one before, and what it adds. */
function index(entries: readonly (readonly [drops: number, adds: string, mode?: number])[]): Buffer {
  const start = Buffer.alloc(12)
  start.write('DIRC')
  start.writeUInt32BE(4, 4)
  start.writeUInt32BE(entries.length, 8)
  const written = entries.map(([drops, adds, mode = 0o100644]) => {
    const head = Buffer.alloc(63)
    head.writeUInt32BE(mode, 24)
    head.writeUInt8(drops, 62)
    return Buffer.concat([head, Buffer.from(`${adds}\0`)])
  })
  return Buffer.concat([start, ...written, Buffer.alloc(20)])
}

test('a split index that replaces an entry says nothing', () => {
  // The entry is in the other file, so its name is empty here; read with longer object ids, a name would seem to follow.
  const entry = Buffer.alloc(64)
  entry.writeUInt32BE(0o100644, 24)
  const start = Buffer.from('DIRC\0\0\0\x02\0\0\0\x01', 'latin1')
  const link = Buffer.concat([Buffer.from('link\0\0\0\x24', 'latin1'), Buffer.alloc(36, 1)])
  expect(readGitIndex(Buffer.concat([start, entry, link, Buffer.alloc(20)]))).toBeUndefined()
})

test('a small index that stands for very much text is not read', () => {
  const [path, more] = ['a'.repeat(4000), [0, 'b'] as const]
  expect(readGitIndex(index([[0, path], more]))?.has(`${path}b`)).toBe(true)
  // Longer and longer, and each as long as a path can be.
  expect(readGitIndex(index([[0, path], ...Array.from({ length: 200 }, () => more)]))).toBeUndefined()
  const same = Array.from({ length: 40_000 }, () => [1, 'b'] as const)
  expect(readGitIndex(index([[0, path], ...same]))).toBeUndefined()
})

test('a folder stands for what is below it, among many', () => {
  const many = Array.from({ length: 500 }, (_, n) => [n === 0 ? 0 : 5, `d${n + 100}/`, 0o040000] as const)
  const found = readGitIndex(index(many))
  expect(['d100/a', 'd599/a/b', 'd599', 'd600/a', 'x/d100/a', ''].map((path) => found?.has(path))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
