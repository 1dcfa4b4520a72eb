import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

/** One text a line; `⏎` is a line break, `# ` begins a comment. */
function textsOf(name: string): readonly string[] {
  return readFileSync(join(import.meta.dirname, 'testing', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
}

/** The verdicts of two modes, and the label of every part with its verdict in the stricter one. */
function decided(text: string): string {
  const call = `terminal.exec(${text.replaceAll('⏎', '\n')})`
  const [strict, loose] = ['default', 'auto'].map((mode) => decideText(mode, [], call, { builtins: {} }))
  const parts = strict?.parts.map(({ verdict, label }) => `${verdict} ${label}`) ?? []
  const line = [`${strict?.verdict} ${loose?.verdict}`, text, ...parts].join(' | ')
  return line.replaceAll('\n', '⏎')
}

/**
 * Decisions on texts that take every way through the reader, so that none changes unseen. When a change is meant: `npm run pin`, and
 * read the difference line by line.
 */
test.each([
  ['bash', 'bash-texts.txt'],
  ['constructs', 'pinned-texts.txt'],
])('P11.1 decisions on %s texts are as they were', async (name, file) => {
  await expect(textsOf(file).map(decided).join('\n')).toMatchFileSnapshot(`testing/pinned/${name}.txt`)
})
