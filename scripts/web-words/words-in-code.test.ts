import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { glob } from 'tinyglobby'
import { expect, test } from 'vitest'
import { wordsInCode } from './words-in-code.ts'

const ROOT = join(import.meta.dirname, '../..')

test.each<[string, readonly string[]]>([
  ['<p>Hello</p>', ['Hello']],
  ['<p>{texts.hello}</p>', []],
  ['<p> · </p>', []],
  ['<input placeholder="Your name" className="flex gap-2" />', ['Your name']],
  ["<a aria-label={'Close'} href='/new'>{x}</a>", ['Close']],
  ['<a title={texts.close}>“{x}”</a>', []],
])('%s', (source, words) => {
  expect(wordsInCode('x.tsx', `const a = ${source}`)).toEqual(words)
})

test('every word of the page is in a catalogue', async () => {
  const files = await glob('apps/web/src/**/*.tsx', {
    cwd: ROOT,
    ignore: ['**/gallery/**', '**/testing/**', '**/*.test.tsx'],
  })
  expect(files.length).toBeGreaterThan(100)
  const found = await Promise.all(
    files.map(async (file) =>
      wordsInCode(file, await readFile(join(ROOT, file), 'utf8')).map((words) => `${file}: ${words}`),
    ),
  )
  expect(found.flat()).toEqual([])
})
