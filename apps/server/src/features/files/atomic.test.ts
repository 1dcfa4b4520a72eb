/** @module-tag slow */
import { readFile, writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toolBench, type ToolBench } from '../../tools/testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench()
})
afterEach(() => bench.close())

const SIZE = 500_000
const ROUNDS = 20

test.each([
  ['files.write', (text: string) => ({ content: text.repeat(SIZE) })],
  [
    'files.edit',
    (text: string) => ({ edits: [{ old_text: text === 'a' ? 'b' : 'a', new_text: text, all: true }] }),
  ],
])('whoever reads while %s writes sees the old file or the new one, whole', async (tool, args) => {
  const path = join(bench.workspace, 'file.txt')
  await writeFile(path, 'b'.repeat(SIZE))
  let writing = true
  const torn: string[] = []
  let reads = 0
  const reading = (async () => {
    while (writing) {
      const text = await readFile(path, 'utf8')
      reads += 1
      const [first = ''] = text
      if (text.length !== SIZE || text !== first.repeat(SIZE)) torn.push(`${text.length} of ${first}`)
    }
  })()
  for (let round = 0; round < ROUNDS; round += 1) {
    const { result } = await bench.call(tool, { path: 'file.txt', ...args(round % 2 === 0 ? 'a' : 'b') })
    expect(result.state).toBe('succeeded')
  }
  writing = false
  await reading
  expect(torn).toEqual([])
  expect(reads).toBeGreaterThan(0)
  // No temporary file is left next to it.
  expect(readdirSync(bench.workspace)).toEqual(['file.txt'])
})
