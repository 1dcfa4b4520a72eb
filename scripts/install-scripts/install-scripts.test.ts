import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LOCK } from '../../apps/server/src/features/browser/chromium/lock.ts'
import { root } from '../lib/root.mjs'
import { installedScripts, lockedScripts } from './install-scripts.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const Manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) })

const { allowScripts } = Manifest.parse(JSON.parse(read('package.json')))
const locked = lockedScripts(join(root, 'package-lock.json'))

test('the threat model lists the packages whose install scripts run', () => {
  const section = /^## What runs when it is installed$.*?^\| --- \| --- \|$(.*?)^$/ms.exec(
    read('docs/threat-model.md'),
  )
  const cells = (section?.[1] ?? '').split('\n').map((line) => line.split('|')[1] ?? '')
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  expect(listed.toSorted()).toEqual(locked)
})

test('they are allowed by name', () => {
  expect(locked.filter((name) => allowScripts[name] !== true)).toEqual([])
})

test('what is installed has no script that the lock file does not tell of', () => {
  const installed = installedScripts(root)
  expect(installed.map(({ name }) => name)).toContain('node')
  expect(installed.filter(({ name }) => !locked.includes(name))).toEqual([])
})

test('a Chromium for the tests has none, and those of packages that we compare with are not run', () => {
  expect(Object.values(LOCK.packages).filter((one) => 'hasInstallScript' in one)).toEqual([])
  expect(read('scripts/lib/peers.mjs')).toContain("'ci', '--ignore-scripts'")
})

test('a script is found wherever a package lies, and one that is compiled has one too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-scripts-'))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const manifest = (name: string, scripts: object) => JSON.stringify({ name, version: '1.0.0', scripts })
  put('node_modules/plain/package.json', manifest('plain', { test: 'x' }))
  put('node_modules/plain/node_modules/@a/deep/package.json', manifest('@a/deep', { postinstall: 'x' }))
  put('apps/one/node_modules/built/package.json', manifest('built', {}))
  put('apps/one/node_modules/built/binding.gyp', '{}')
  const found = installedScripts(folder).map(({ name, event }) => `${name} ${event}`)
  rmSync(folder, { recursive: true })
  expect(found.toSorted()).toEqual(['@a/deep postinstall', 'built install'])
})
