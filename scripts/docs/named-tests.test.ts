import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'

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

/** `` - `file` › title ``, as the document writes it. */
function readNamed(line: string): { readonly file: string; readonly title: string }[] {
  const [, file, title] = /^- `([^`]+)` › (.+)$/.exec(line) ?? []
  return file === undefined || title === undefined ? [] : [{ file, title }]
}

/** The title stands as a whole string in the file, where a test or a group of tests is named. */
function hasTest(file: string, title: string): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) =>
    [`(${quote}${title}${quote},`, `(\n    ${quote}${title}${quote},`, `(\n  ${quote}${title}${quote},`].some(
      (named) => source.includes(named),
    ),
  )
}
