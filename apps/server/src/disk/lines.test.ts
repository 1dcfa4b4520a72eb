import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesIn } from './lines.ts'

async function linesOf(chunks: readonly Buffer[]): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of linesIn(Readable.from(chunks))) lines.push(line)
  return lines
}

test.each([
  ['', []],
  ['a', ['a']],
  ['a\nb\n', ['a', 'b']],
  ['a\n\nb', ['a', '', 'b']],
  ['"x\u2028y\u2029z"\n"ü€😀"\n', ['"x\u2028y\u2029z"', '"ü€😀"']],
])('%j, in chunks of any size', async (text, lines) => {
  const bytes = Buffer.from(text)
  for (const size of [1, 2, 3, 7, 100]) {
    const chunks: Buffer[] = []
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
    expect(await linesOf(chunks)).toEqual(lines)
  }
})
