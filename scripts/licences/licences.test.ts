import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../lib/root.mjs'
import { dependencies } from './licences.ts'

/** Licences that allow use and redistribution. The fonts are under the OFL. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'Zlib',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Unlicense',
  'CC0-1.0',
  'AFL-2.1',
])

/**
 * Weak copyleft, which covers changes to the package itself: used unmodified. `beautiful-mermaid` lays diagrams out with elkjs, and resvg
 * renders them.
 */
const isUnmodified = (name: string, licence: string) =>
  (name === 'elkjs' && licence === 'EPL-2.0') ||
  (/^@resvg\/resvg-js(?:-[\w-]+)?$/.test(name) && licence === 'MPL-2.0')

/** Packages with an outdated licence name: the text of `duck` is that of BSD-2-Clause. */
const NAMED_OTHERWISE = new Map([['duck', 'BSD']])

test('everything that is installed with the product has a permissive licence, or a choice of one', () => {
  const others = dependencies().filter(
    ({ name, licence }) =>
      !isUnmodified(name, licence) &&
      NAMED_OTHERWISE.get(name) !== licence &&
      !licence
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((one) => one.split(' AND ').every((each) => PERMISSIVE.has(each))),
  )
  expect(others).toEqual([])
})

test('the lock file says what the packages say of themselves', () => {
  const Manifest = z.object({ name: z.string(), license: z.string().optional() })
  const differ = dependencies().flatMap(({ name, version, licence }) => {
    const file = join(root, 'node_modules', name, 'package.json')
    // Packages for other platforms are not installed, and a second version is in another folder.
    if (!existsSync(file)) return []
    const text = readFileSync(file, 'utf8')
    const { license } = Manifest.parse(JSON.parse(text))
    return text.includes(`"version": "${version}"`) && license !== undefined && license !== licence
      ? [name]
      : []
  })
  expect(differ).toEqual([])
})
