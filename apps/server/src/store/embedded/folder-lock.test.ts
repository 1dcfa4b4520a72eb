import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFolderLock } from './folder-lock.ts'
import { isAlive, ownMark } from './process-mark.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('work under one folder is never done twice at once', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
    return 'done'
  }
  const all = await Promise.all(Array.from({ length: 8 }, () => withFolderLock(folder, 30_000, work)))
  expect(all).toEqual(Array.from({ length: 8 }, () => 'done'))
  expect(most).toBe(1)
  expect((await readdir(folder)).filter((name) => name.startsWith('draft'))).toEqual([])
})

test('a holder that died is passed over, and tickets of all earlier rounds are swept', async () => {
  const dead = { pid: 2 ** 22 + 1, born: '1', released: false }
  await writeFile(join(folder, 'ticket-7'), JSON.stringify(dead))
  await writeFile(join(folder, 'ticket-3'), 'not ours')
  expect(await withFolderLock(folder, 1000, () => Promise.resolve('mine'))).toBe('mine')
  expect(await readdir(folder)).toEqual(['ticket-8'])
})

test('a number that was given to another process since is a dead holder', async () => {
  const reused = { ...(await ownMark()), born: 'long ago' }
  expect(await isAlive(reused)).toBe(false)
  await writeFile(join(folder, 'ticket-1'), JSON.stringify({ ...reused, released: false }))
  expect(await withFolderLock(folder, 1000, () => Promise.resolve('mine'))).toBe('mine')
})

test('a living holder is waited for, and no longer than that', async () => {
  await writeFile(join(folder, 'ticket-1'), JSON.stringify({ ...(await ownMark()), released: false }))
  expect(await withFolderLock(folder, 100, () => Promise.resolve('mine'))).toBe('busy')
})

test('work that fails gives the lock back', async () => {
  const fails = withFolderLock(folder, 1000, () => Promise.reject(new Error('no')))
  await expect(fails).rejects.toThrow('no')
  expect(await withFolderLock(folder, 1000, () => Promise.resolve('mine'))).toBe('mine')
})
