import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { missingEntries, platformOf, type LockPackages } from './complete.ts'

test.each([
  ['@oxfmt/binding-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@rolldown/binding-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@typescript/typescript-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@rolldown/binding-wasm32-wasi', { cpu: ['wasm32'] }],
])('%s is for %j', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})

test('what is missing is added where Node would look for it', () => {
  const packages: LockPackages = {
    '': {},
    'node_modules/a': {
      dev: true,
      optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-x64': '1.0.0' },
    },
    'node_modules/a-linux-x64': { version: '1.0.0' },
    'node_modules/b': { optionalDependencies: { 'c-darwin-x64': '1.0.0' } },
    'node_modules/b/node_modules/c': {
      optionalDependencies: { 'c-darwin-x64': '2.0.0', 'a-linux-x64': '1.0.0' },
    },
    'node_modules/d': { optionalDependencies: { ranged: '^1.0.0' } },
  }
  const darwin = { optional: true, os: ['darwin'], cpu: ['x64'] }
  expect(missingEntries(packages)).toEqual({
    'node_modules/a-darwin-x64': { version: '1.0.0', dev: true, ...darwin },
    'node_modules/b/node_modules/c-darwin-x64': { version: '1.0.0', ...darwin },
    'node_modules/b/node_modules/c/node_modules/c-darwin-x64': { version: '2.0.0', ...darwin },
  })
})

test('our own lock file is complete; if not, run `npm run lock`', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockPackages }
  expect(Object.keys(missingEntries(lock.packages))).toEqual([])
})
