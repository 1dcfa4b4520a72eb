import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readShell } from './read-shell.ts'
import { chance, compose } from './testing/compose.ts'
import { startedVectors } from './testing/real-bash.ts'
import { PLACE, showsVector } from './testing/reading.ts'

/** The reader against bash itself: whatever bash tries to start, the reading shows, or it says that it is unsure. */
describe('what bash starts, the reading shows', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-bash-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('texts that were hard to read', async () => {
    // One text a line; `⏎` is a line break.
    const lines = readFileSync(join(import.meta.dirname, 'testing/bash-texts.txt'), 'utf8').split('\n')
    const texts = lines.filter((line) => line !== '').map((line) => line.replaceAll('⏎', '\n'))
    const { missed, started } = await compare(texts, folder)
    expect(missed).toEqual([])
    // Bash was there, and did start things.
    expect(started).toBeGreaterThan(texts.length / 2)
  })

  test.each([20_001, 20_002])('texts made of constructs in constructs, seed %i', async (seed) => {
    const random = chance(seed)
    const texts = Array.from({ length: 120 }, () => compose(random, 3))
    const { missed, started } = await compare(texts, folder)
    expect(missed).toEqual([])
    expect(started).toBeGreaterThan(texts.length / 2)
  })
})

const AT_ONCE = 4

async function compare(
  texts: readonly string[],
  folder: string,
): Promise<{ readonly missed: readonly { text: string; vector: readonly string[] }[]; readonly started: number }> {
  const missed: { text: string; vector: readonly string[] }[] = []
  const waiting = [...texts]
  let started = 0
  const work = async (): Promise<void> => {
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      const reading = readShell(text, PLACE)
      for (const vector of await startedVectors(text, folder)) {
        started++
        if (!showsVector(reading, vector)) missed.push({ text, vector })
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { missed, started }
}
