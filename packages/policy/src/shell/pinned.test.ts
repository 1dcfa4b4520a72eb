import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readShell } from './read-shell.ts'
import { detail } from './testing/detail.ts'
import { PLACE } from './testing/reading.ts'

const TESTING = join(import.meta.dirname, 'testing')
const CORPUS = join(import.meta.dirname, '../../../../corpus')

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

/** One text a line; `⏎` is a line break, `# ` begins a comment. */
function textsOf(name: string): readonly string[] {
  return linesOf(join(TESTING, name)).filter((line) => !line.startsWith('# '))
}

function commandsOf(name: string): readonly string[] {
  const rows = linesOf(join(CORPUS, name)).map((line) => JSON.parse(line) as { readonly command: string }) // our own data
  return rows.map(({ command }) => command.replaceAll('\n', '⏎'))
}

function pinned(texts: readonly string[]): string {
  const read = (text: string): readonly string[] =>
    detail(readShell(text.replaceAll('⏎', '\n'), PLACE)).map((line) => `    ${line.replaceAll('\n', '⏎')}`)
  return texts.flatMap((text) => [text, ...read(text)]).join('\n')
}

/**
 * The whole of what is read, so that no detail changes unseen. When a change is meant: `npm run pin`, and read the
 * difference line by line.
 */
test.each([
  ['bash', textsOf('bash-texts.txt')],
  ['constructs', textsOf('pinned-texts.txt')],
  ['corpus', commandsOf('shell-gate.jsonl')],
])('readings of %s texts are as they were', async (name, texts) => {
  await expect(pinned(texts)).toMatchFileSnapshot(`testing/pinned/${name}.txt`)
})
