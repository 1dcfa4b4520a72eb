/** @module-tag slow */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareWithBash } from './testing/bash.ts'
import { chance, compose, CONSTRUCTS, FLOWS, tear } from './testing/compose.ts'
import { STRANGE } from './testing/compose-strange.ts'

/** The reader against bash itself: what bash tries to start, the reading shows, or it says that it is unsure. */
describe('what bash starts, the reading shows', { timeout: 120_000 }, () => {
  let folder = ''
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bash-')))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('texts that were hard to read', async () => {
    // One text a line; `⏎` is a line break.
    const lines = readFileSync(join(import.meta.dirname, 'testing/bash-texts.txt'), 'utf8').split('\n')
    const texts = lines.filter((line) => line !== '').map((line) => line.replaceAll('⏎', '\n'))
    const { missed, started } = await compareWithBash(texts, folder)
    expect(missed).toEqual([])
    // Bash was there, and did start things.
    expect(started).toBeGreaterThan(texts.length / 2)
  })

  test.each([
    ['constructs in constructs', CONSTRUCTS, 20_001, 300],
    ['variables on their way', FLOWS, 20_002, 300],
    ['what people hardly write', STRANGE, 20_003, 150],
  ])('%s', async (_, grammar, seed, length) => {
    const random = chance(seed)
    const texts = Array.from({ length }, () => compose(random, grammar, 4))
    const { missed, started } = await compareWithBash(texts, folder)
    expect(missed).toEqual([])
    expect(started).toBeGreaterThan(texts.length / 2)
  })

  test('lines that go on anywhere', async () => {
    const random = chance(20_004)
    const grammars = [CONSTRUCTS, FLOWS, STRANGE]
    const texts = Array.from({ length: 150 }, (_, index) =>
      tear(random, compose(random, grammars[index % 3] ?? STRANGE, 4)),
    )
    const { missed, started } = await compareWithBash(texts, folder)
    expect(missed).toEqual([])
    expect(started).toBeGreaterThan(texts.length / 2)
  })
})
