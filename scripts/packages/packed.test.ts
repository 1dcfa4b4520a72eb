/** @module-tag slow */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { glob } from 'tinyglobby'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { examples, examplesConfig } from '../docs/embedding-examples.ts'
import { ensureBuilt } from '../lib/build.mjs'
import { node24, root } from '../lib/root.mjs'

const PACKAGES = ['policy', 'protocol', 'workflow', 'agent'] as const
/** A different version from ours, because a project has its own: the first one with the types that ours are written in. */
const OTHER_ZOD = '4.3.0'
/** Milliseconds for packing and installing while other work runs. */
const PATIENCE = 300_000

const Packed = z.array(
  z.object({ name: z.string(), filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
)

let folder = ''
let packed: z.infer<typeof Packed> = []
/** Why nothing could be installed; undefined if it was. */
let notInstalled: string | undefined

/** `npm` without the variables that npm itself sets. */
function npm(args: readonly string[], cwd: string) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
  return spawnSync('npm', [...args], { cwd, encoding: 'utf8', env })
}

beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), 'countersign-outside-'))
  const workspaces = PACKAGES.flatMap((name) => ['--workspace', `packages/${name}`])
  const { stdout, stderr } = npm(['pack', '--json', '--pack-destination', folder, ...workspaces], root)
  const json: unknown = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)) || `"${stderr}"`)
  // npm returns a list up to version 11, and an object by name since then.
  packed = Packed.parse(
    Array.isArray(json) ? json : Object.values(z.record(z.string(), z.unknown()).parse(json)),
  )
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const wanted = [...packed.map(({ filename }) => `./${filename}`), `zod@${OTHER_ZOD}`]
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1']
  const installed = npm(['install', ...quiet, ...wanted], folder)
  // Only an unreachable registry is not our failure.
  if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENOTCACHED/.test(installed.stderr))
    notInstalled = 'no package registry can be reached'
  else expect({ status: installed.status, stderr: installed.stderr }).toMatchObject({ status: 0 })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(examplesConfig([], { skipLibCheck: false })))
  for (const { file, code } of examples) writeFileSync(join(folder, file), code)
}, PATIENCE)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(PACKAGES)('%s holds its licence, its README and its code, and nothing of its tests', (name) => {
  const files = packed.find((one) => one.name === `@countersign/${name}`)?.files.map(({ path }) => path) ?? []
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
  const others = files.filter((path) => !/^dist\/[\w./-]+(?:\.js|\.d\.ts)$/.test(path))
  expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json'])
  expect(files.filter((path) => /\.test\.|\/testing\/|tsbuildinfo|\.map$/.test(path))).toEqual([])
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  expect(read(`packages/${name}/LICENSE`)).toBe(read('LICENSE'))
})

test.each(PACKAGES)('%s says whose it is, and takes zod from its project', (name) => {
  const said = z
    .object({
      license: z.literal('Apache-2.0'),
      version: z.string(),
      keywords: z.array(z.string()).min(3),
      repository: z.object({ directory: z.literal(`packages/${name}`) }),
      dependencies: z.record(z.string(), z.string()).optional(),
      peerDependencies: z.record(z.string(), z.string()).optional(),
    })
    .parse(JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8')))
  expect(said.dependencies ?? {}).not.toHaveProperty('zod')
  expect(said.peerDependencies?.['zod']).toBe(name === 'policy' ? undefined : '^4.0.0')
})

test('in a project with another zod there is one zod, and it is that one', async ({ skip }) => {
  if (notInstalled !== undefined) skip(notInstalled)
  const found = await glob('**/node_modules/zod/package.json', { cwd: folder, dot: true })
  expect(found).toEqual(['node_modules/zod/package.json'])
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'node_modules/zod/package.json'), 'utf8')))
  expect(version).toBe(OTHER_ZOD)
})

test(
  'the examples of the page compile there',
  ({ skip }) => {
    if (notInstalled !== undefined) skip(notInstalled)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(node24, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' })
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
  },
  PATIENCE,
)

test.for(examples)(
  '$title: prints there what the page says',
  { timeout: PATIENCE },
  ({ file, output }, { skip }) => {
    if (notInstalled !== undefined) skip(notInstalled)
    const flags = ['--disable-warning=ExperimentalWarning', file]
    const ran = spawnSync(node24, flags, { cwd: folder, encoding: 'utf8' })
    expect({ printed: ran.stdout, errors: ran.stderr }).toEqual({ printed: output, errors: '' })
  },
)
