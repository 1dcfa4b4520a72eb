import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { PAGES } from './pages.ts'

test.each([...PAGES])('%s is current; if not, run `npm run docs`', (path, make) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(make())
})
