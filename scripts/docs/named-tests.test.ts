import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'
import { hasTest } from './has-test.ts'

const text = readFileSync(join(root, 'docs/threat-model.md'), 'utf8')
const promised = /^## What is promised$(.*?)^## /ms.exec(text)?.[1] ?? ''
const promises = promised
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [name = '', ...lines] = section.split('\n')
    return { name, shown: lines.flatMap((line) => readNamed(line)) }
  })

test('there are promises', () => expect(promises.length).toBeGreaterThan(10))

test.each(promises)('$name: is shown by tests that exist', ({ shown }) => {
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter(({ file, title }) => !hasTest(file, title))).toEqual([])
})

test('a file or a title that does not exist is noticed', () => {
  expect(hasTest('scripts/docs/gone.test.ts', 'there are promises')).toBe(false)
  expect(hasTest('scripts/docs/named-tests.test.ts', 'there are promise')).toBe(false)
  expect(hasTest('scripts/docs/named-tests.test.ts', 'there are promises')).toBe(true)
})

/** `` - `file` › title ``, as written in the document. */
function readNamed(line: string): { readonly file: string; readonly title: string }[] {
  const [, file, title] = /^- `([^`]+)` › (.+)$/.exec(line) ?? []
  return file === undefined || title === undefined ? [] : [{ file, title }]
}
