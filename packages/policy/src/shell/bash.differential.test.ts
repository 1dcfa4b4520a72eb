import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareWithBash } from './testing/bash.ts'
import { chance, compose, CONSTRUCTS, FLOWS } from './testing/compose.ts'

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
    ['constructs in constructs', CONSTRUCTS, 20_001],
    ['variables on their way', FLOWS, 20_002],
  ])('%s', async (_, grammar, seed) => {
    const random = chance(seed)
    const texts = Array.from({ length: 300 }, () => compose(random, grammar, 4))
    const { missed, started } = await compareWithBash(texts, folder)
    expect(missed).toEqual([])
    expect(started).toBeGreaterThan(texts.length / 2)
  })
})
