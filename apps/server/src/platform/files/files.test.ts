import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from './content-files.ts'
import { openFiles, type ContentFile, type Files } from './files.ts'

const HELLO = Buffer.from('hello')
const DAY = 24 * 60 * 60_000
let home: string
let now: number
let files: Files

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'countersign-files-'))
  now = Date.now()
  files = openFiles({
    home,
    clock: { now: () => now },
    specs: [
      { folder: 'kept', keepFor: DAY, atMost: 20, backup: true },
      { folder: 'cache', keepFor: DAY, backup: false },
    ],
  })
})
afterEach(() => rm(home, { recursive: true, force: true }))

const pathOf = (hash: string) => join(home, 'kept', hash.slice(0, 2), hash)

test('a content is kept once, under its hash, for its owner alone', async () => {
  const kept = files.in('kept')
  const hash = await kept.put(HELLO)
  expect(hash).toBe(hashOf(HELLO))
  expect(await kept.put(HELLO)).toBe(hash)
  expect(await kept.get(hash)).toEqual(HELLO)
  expect(await readdir(join(home, 'kept', hash.slice(0, 2)))).toEqual([hash])
  expect((await stat(pathOf(hash))).mode & 0o777).toBe(0o600)
  expect((await stat(join(home, 'kept'))).mode & 0o777).toBe(0o700)
  expect(await files.in('cache').get(hash)).toBeUndefined()
})

test('what is not what was kept is not handed out, and can be kept again', async () => {
  const kept = files.in('kept')
  const hash = await kept.put(HELLO)
  await writeFile(pathOf(hash), 'jello')
  expect(await kept.get(hash)).toBeUndefined()
  await truncate(pathOf(hash), 2)
  expect(await kept.get(hash)).toBeUndefined()
  await kept.put(HELLO)
  expect(await kept.get(hash)).toEqual(HELLO)
})

test('a content that may be lost with the machine is written again when it must be safe, and never replaces a safe one', async () => {
  const kept = files.in('kept')
  const put = async (sync: boolean) => (await stat(pathOf(await kept.put(HELLO, { sync })))).ino
  const first = await put(false)
  expect(await put(false)).toBe(first)
  const safe = await put(true)
  expect(safe).not.toBe(first)
  expect(await put(false)).toBe(safe)
  expect(await put(true)).toBe(safe)
})

test('only a hash becomes a path', async () => {
  await writeFile(join(home, 'secret'), 'secret')
  for (const name of ['../secret', 'secret', '', hashOf(HELLO).toUpperCase()]) {
    expect(await files.in('kept').get(name)).toBeUndefined()
    expect(await files.in('kept').touch(name)).toBe(false)
  }
})

test('what is old goes, what is used or in use stays', async () => {
  const kept = files.in('kept')
  const [old, used, inUse] = await Promise.all(
    ['old', 'used', 'in use'].map((text) => kept.put(Buffer.from(text))),
  )
  if (old === undefined || used === undefined || inUse === undefined) throw new Error('not kept')
  for (const hash of [old, used, inUse]) await utimes(pathOf(hash), 0, 0)
  expect(await kept.touch(used)).toBe(true)
  await files.prune(new Set([inUse]))
  expect((await kept.hashes()).toSorted()).toEqual([used, inUse].toSorted())
})

test('a file under the name of an older version stays while it is in use', async () => {
  const spec = { folder: 'older', keepFor: DAY, backup: true, olderName: (hash: string) => `img_${hash}` }
  const older = openFiles({ home, clock: { now: () => now }, specs: [spec] })
  const [used, unused] = [hashOf(HELLO), hashOf(Buffer.from('unused'))]
  await mkdir(join(home, 'older'))
  for (const hash of [used, unused]) {
    await writeFile(join(home, 'older', `img_${hash}`), hash === used ? HELLO : 'unused')
    await utimes(join(home, 'older', `img_${hash}`), 0, 0)
  }
  await older.prune(new Set([used]))
  expect(await older.in('older').hashes()).toEqual([used])
  expect(await older.in('older').get(used)).toEqual(HELLO)
})

test('of what is too much the oldest goes', async () => {
  const kept = files.in('kept')
  const hashes: string[] = []
  for (const text of ['a'.repeat(9), 'b'.repeat(9), 'c'.repeat(9)]) {
    const hash = await kept.put(Buffer.from(text))
    hashes.push(hash)
    await utimes(pathOf(hash), now / 1000 - 60 + hashes.length, now / 1000 - 60 + hashes.length)
  }
  await files.prune(new Set())
  expect((await kept.hashes()).toSorted()).toEqual(hashes.slice(1).toSorted())
})

test('a backup takes along what its folder says, and nothing that is damaged', async () => {
  const hash = await files.in('kept').put(HELLO)
  const damaged = await files.in('kept').put(Buffer.from('damaged'))
  await writeFile(pathOf(damaged), 'other')
  await files.in('cache').put(HELLO)
  const found: ContentFile[] = []
  for await (const file of files.backedUp()) found.push(file)
  expect(found).toEqual([{ folder: 'kept', hash, bytes: HELLO }])
})

test('a folder that nobody declares, or that two do, is a mistake', () => {
  expect(() => files.in('other')).toThrow('no feature declares')
  const spec = { folder: 'same', keepFor: DAY, backup: false }
  expect(() => openFiles({ home, clock: { now: () => 0 }, specs: [spec, spec] })).toThrow('two features')
})
