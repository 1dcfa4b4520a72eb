import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../lib/root.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const LockFile = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
})
const Manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) })

const withScripts = Object.entries(LockFile.parse(JSON.parse(read('package-lock.json'))).packages)
  .filter(([, { hasInstallScript }]) => hasInstallScript === true)
  .map(([path]) => path.replace(/^.*node_modules\//, ''))

test('the threat model lists the packages whose install scripts run', () => {
  const section = /^## What runs when it is installed$.*?^\| --- \| --- \|$(.*?)^$/ms.exec(
    read('docs/threat-model.md'),
  )
  const cells = (section?.[1] ?? '').split('\n').map((line) => line.split('|')[1] ?? '')
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  expect(listed.toSorted()).toEqual([...new Set(withScripts)].toSorted())
})

test('they are allowed by name', () => {
  const { allowScripts } = Manifest.parse(JSON.parse(read('package.json')))
  expect(withScripts.filter((name) => allowScripts[name] !== true)).toEqual([])
})
