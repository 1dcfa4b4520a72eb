import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChromiums } from './find.ts'
import { launch, whyNoBrowser } from './launch.ts'

let folder = ''
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-find-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(path: string): Promise<string> {
  const place = join(folder, path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, '#!/bin/sh\n')
  await chmod(place, 0o755)
  return place
}

test('the named one comes first, then this machine’s, Playwright’s newest, and the one that a person brought', async () => {
  const named = await program('mine/chrome')
  const edge = await program('bin/microsoft-edge')
  const chromium = await program('bin/chromium')
  await program('cache/chromium-1100/chrome-linux/chrome')
  const newest = await program('cache/chromium-1200/chrome-linux/chrome')
  const brought = await program('data/chromium/chromium')
  // A file that is no program is none.
  await writeFile(join(folder, 'bin/google-chrome'), '')
  const env = {
    CHROMIUM_PATH: named,
    PATH: join(folder, 'bin'),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'cache'),
  }
  const found = findChromiums(env, join(folder, 'data'))
  const own = found.filter(({ path }) => path.startsWith(folder))
  expect(own.map(({ path }) => path)).toEqual([
    named,
    chromium,
    edge,
    newest,
    join(folder, 'cache/chromium-1100/chrome-linux/chrome'),
    brought,
  ])
  expect([...new Set(own.map(({ source }) => source))]).toEqual([
    'CHROMIUM_PATH',
    'this machine',
    "Playwright's cache",
    'the data folder',
  ])
})

test('where there is none, the reason says what a person can do', async () => {
  const why = /no Chromium on this machine.+CHROMIUM_PATH.+Download a browser/
  expect(await whyNoBrowser([])).toMatch(why)
  const proxy = { port: 9, username: '', password: '' }
  await expect(launch([], { proxy, hidden: [] })).rejects.toThrow(why)
})
