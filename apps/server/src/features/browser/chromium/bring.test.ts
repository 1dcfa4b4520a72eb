/** @module-tag slow */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registryEnv, testRegistry, type TestRegistry } from '../testing/registry.ts'
import { bringFromRegistry, broughtChromium, canBring, type BringParts, type Progress } from './bring.ts'
import { Bringing } from './bringing.ts'
import { broughtFolder, findChromiums } from './find.ts'
import { startOnce, whyNoBrowser } from './launch.ts'

const OWN = findChromiums(process.env, undefined)
const noBrowser = await whyNoBrowser(OWN)

let data = ''
let registry: TestRegistry | undefined
beforeEach(async ({ skip }) => {
  skip(!canBring(), 'the registry has a Chromium for x64 Linux only')
  data = await mkdtemp(join(tmpdir(), 'cs-bring-'))
})
afterEach(async () => {
  await registry?.close()
  registry = undefined
  await rm(data, { recursive: true, force: true })
})

const containing = (text: string) => expect.stringContaining(text) as string // a matcher is untyped

async function bring(program: string, parts: Partial<BringParts> = {}) {
  registry ??= await testRegistry(program)
  return bringFromRegistry(broughtFolder(data), { source: registry.source, env: registry.env, ...parts })
}

test('each step is told, and the browser is there only after it was started once', async () => {
  const seen: Progress[] = []
  const brought = await bring('#!/bin/sh\necho a browser', {
    at: (progress) => seen.push(progress),
    check: async (path) => {
      expect(existsSync(join(data, 'chromium'))).toBe(false)
      const { stdout } = await promisify(execFile)(path)
      expect(stdout).toBe('a browser\n')
      return '153.0.1.2'
    },
  })
  expect(brought).toEqual({ ok: true, path: join(data, 'chromium/chromium'), version: '153.0.1.2' })
  expect([...new Set(seen.map(({ step }) => step))]).toEqual(['downloading', 'unpacking', 'checking'])
  // The reported size grows during the download.
  expect(seen.some(({ step, done }) => step === 'downloading' && done > 0)).toBe(true)
  // The compressed copy and the work folder are gone.
  expect((await readdir(join(data, 'chromium'))).toSorted()).toEqual([
    'chromium',
    'fonts.conf',
    'unpacked',
    'version.txt',
  ])
  expect(await readdir(data)).toEqual(['chromium'])
  expect(findChromiums({ PLAYWRIGHT_BROWSERS_PATH: '/nowhere' }, data).at(-1)?.source).toBe('the data folder')

  // The status page lists it with its version, and removes it.
  const [listed] = broughtChromium(broughtFolder(data))
  expect(listed).toMatchObject({ id: 'browser:chromium', name: 'Chromium 153.0.1.2' })
  await listed?.remove()
  expect(await readdir(data)).toEqual([])
  expect(broughtChromium(broughtFolder(data))).toEqual([])
})

test('an incomplete download of an older version, in the place of the browser, is replaced', async () => {
  await mkdir(join(data, 'chromium/unpacked'), { recursive: true })
  const brought = await bring('#!/bin/sh\necho a browser')
  expect(brought).toMatchObject({ ok: true })
  expect(existsSync(join(data, 'chromium/chromium'))).toBe(true)
  expect(await readdir(data)).toEqual(['chromium'])
})

test('a look at how far a download is does not outlive the download', async () => {
  const bringing = new Bringing({
    folder: broughtFolder(data),
    hidden: [],
    async bring(_folder, parts) {
      setTimeout(() => parts?.at?.({ step: 'downloading', done: 1, total: 2 }), 20)
      return { ok: false, message: 'no' }
    },
  })
  await bringing.start()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(bringing.progress).toBeNull()
})

test('other bytes than those of the lock file are refused, and nothing of them stays', async () => {
  registry = await testRegistry('#!/bin/sh')
  await registry.forge()
  const brought = await bring('')
  expect(brought).toMatchObject({ ok: false, message: containing('the expected checksum') })
  expect(brought).toMatchObject({ message: containing('CHROMIUM_PATH') })
  expect(await readdir(data)).toEqual([])
})

test('a registry that cannot be reached says so, and what to do', async () => {
  registry = await testRegistry('#!/bin/sh')
  const brought = await bring('', { env: registryEnv('http://127.0.0.1:1', join(data, '.npm')) })
  expect(brought).toMatchObject({
    ok: false,
    message:
      'the package registry cannot be reached (ECONNREFUSED). Check the connection and the proxy of `npm`, then try again.',
  })
})

test('a machine without npm says so', async () => {
  const brought = await bring('', { env: { PATH: '/nowhere' } })
  expect(brought).toMatchObject({ ok: false, message: containing('`npm` was not found') })
})

test('a browser that does not start is removed again, with the reason', async () => {
  const brought = await bring('#!/bin/sh\necho "libnss3.so: cannot open shared object file" >&2\nexit 127', {
    check: (path) => startOnce(path, [data]),
  })
  expect(brought).toMatchObject({ ok: false, message: containing('does not start here') })
  expect(brought).toMatchObject({ message: containing('system’s package manager') })
  expect(await readdir(data)).toEqual([])
})

test('the version is that of the real program, started as the server starts it', async ({ skip }) => {
  skip(noBrowser !== undefined, noBrowser)
  const brought = await bring(`#!/bin/sh\nunset LD_LIBRARY_PATH FONTCONFIG_FILE\nexec ${OWN[0]?.path} "$@"`, {
    check: (path) => startOnce(path, [data]),
  })
  expect(brought).toMatchObject({ ok: true, version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string })
})

test('two presses are one download; a failure is kept until the next press', async ({ skip }) => {
  skip(process.getuid?.() === 0 && noBrowser !== undefined, noBrowser)
  const { source, env, downloads } = (registry = await testRegistry('#!/bin/sh\nexit 1'))
  const bringing = new Bringing({
    folder: broughtFolder(data),
    hidden: [data],
    bring: (folder, parts) => bringFromRegistry(folder, { ...parts, source, env }),
  })
  const first = bringing.start()
  expect(bringing.progress).toMatchObject({ step: 'downloading', done: 0 })
  await Promise.all([first, bringing.start()])
  expect(downloads()).toBe(1)
  expect(bringing.progress).toBeNull()
  expect(bringing.problem).toContain('does not start here')
  const again = bringing.start()
  expect(bringing.problem).toBeNull()
  // A server that ends does not wait for the download.
  await bringing.close()
  await again
  expect(bringing.problem).toContain('the server stopped')
  expect(await readdir(data)).toEqual([])
})

test('what a killed server left behind goes with the next download, and a running one stays', async () => {
  const [left, running] = [join(data, 'chromium.new-left'), join(data, 'chromium.new-running')]
  for (const folder of [left, running]) await mkdir(folder)
  const before = new Date(Date.now() - 3 * 3_600_000)
  await utimes(left, before, before)
  await bring('#!/bin/sh')
  expect((await readdir(data)).toSorted()).toEqual(['chromium', 'chromium.new-running'])
})

test('the real one: its checksum, its program and its version', async ({ skip }) => {
  const reached = await promisify(execFile)('npm', ['view', '@sparticuz/chromium@153.0.0', 'version'], {
    env: { ...process.env, npm_config_fetch_retries: '0' },
    timeout: 20_000,
  }).catch(() => undefined)
  skip(reached === undefined, 'the package registry cannot be reached')
  skip(process.getuid?.() === 0 && noBrowser !== undefined, noBrowser)
  const brought = await bringFromRegistry(broughtFolder(data), { check: (path) => startOnce(path, [data]) })
  expect(brought).toMatchObject({ ok: true, version: '153.0.8010.0' })
}, 300_000)
