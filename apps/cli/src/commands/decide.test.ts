import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { decideStdin } from './decide.ts'

async function answers(text: string): Promise<{ code: number; lines: unknown[] }> {
  const output = new PassThrough()
  const code = await decideStdin(Readable.from([Buffer.from(text)]), output)
  output.end()
  const written = (await output.toArray()).map(String).join('')
  return {
    code,
    lines: written
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  }
}

test('one case a line in, one answer a line out, in order', async () => {
  const { code, lines } = await answers(
    [
      { id: 'a', command: 'ls', rules: {}, mode: 'default' },
      { id: 'b', command: 'rm -rf /', rules: { allow: ['terminal.exec'] }, mode: 'auto' },
      { id: 'c', tool: 'files.read', specifier: 'a.ts', rules: { deny: ['files.read(a.ts)'] }, mode: 'auto' },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  )
  expect(code).toBe(0)
  expect(lines).toMatchObject([
    { id: 'a', decision: 'run' },
    { id: 'b', decision: 'ask' },
    { id: 'c', decision: 'block' },
  ])
})

test('a line that is no case is answered, and the stream goes on', async () => {
  const { code, lines } = await answers(
    '{"id":"x","command":7}\nnot json\n{"id":"y","command":"pwd","rules":{},"mode":"default"}\n',
  )
  expect(code).toBe(1)
  expect(lines[2]).toMatchObject({ id: 'y', decision: 'run' })
})

test('U+2028 in a text ends no line', async () => {
  const { lines } = await answers(`{"id":"z","command":"echo a\u2028b","rules":{},"mode":"auto"}\n`)
  expect(lines).toMatchObject([{ id: 'z', decision: 'ask' }])
})
