import { once } from 'node:events'
import { PassThrough, Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { decideStdin } from './decide.ts'

async function answers(...chunks: (string | Uint8Array)[]): Promise<{ code: number; lines: unknown[] }> {
  const output = new PassThrough()
  const code = await decideStdin(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), output)
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
  expect(lines).toMatchObject([
    { id: 'x', error: '`specifier` (or `command`) is a text', line: 1 },
    { id: null, line: 2 },
    { id: 'y', decision: 'run' },
  ])
})

test('U+2028 in a text ends no line', async () => {
  const { lines } = await answers(`{"id":"z","command":"echo a\u2028b","rules":{},"mode":"auto"}\n`)
  expect(lines).toMatchObject([{ id: 'z', decision: 'ask' }])
})

test('a mark of the byte order, blank lines, CRLF and a last line without an end are no cases', async () => {
  const { code, lines } = await answers(
    '\uFEFF{"id":1,"command":"ls"}\r\n\r\n  \n{"id":2,"comm',
    'and":"pwd"}',
  )
  expect(code).toBe(0)
  expect(lines).toMatchObject([
    { id: '1', decision: 'run' },
    { id: '2', decision: 'run' },
  ])
})

test('bytes that are no text are not decided as another text', async () => {
  const { code, lines } = await answers(
    '{"id":"a","command":"echo ',
    Uint8Array.of(0xff),
    '"}\n{"id":"b","command":"echo \u00e9"}\n',
  )
  expect(code).toBe(1)
  expect(lines).toMatchObject([
    { id: null, error: 'this line is not UTF-8', line: 1 },
    { id: 'b', decision: 'run' },
  ])
})

test('nothing in, nothing out', async () => {
  const output = new PassThrough()
  expect(await decideStdin(Readable.from([]), output)).toBe(0)
  expect(output.read()).toBeNull()
})

test('an answer is written before the next case comes', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const done = decideStdin(input, output)
  for (const id of ['first', 'second']) {
    input.write(`{"id":"${id}","command":"ls"}\n`)
    const written: unknown[] = await once(output, 'data')
    expect(String(written[0])).toContain(`"id":"${id}","decision":"run"`)
  }
  input.end()
  expect(await done).toBe(0)
})

test('ends quietly when nobody reads any more', async () => {
  const many = Readable.from(
    Array.from({ length: 500 }, (_, id) => Buffer.from(`{"id":${id},"command":"ls"}\n`)),
  )
  let written = 0
  const output = new Writable({
    write(_chunk, _encoding, done) {
      written += 1
      done(written < 3 ? null : Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    },
  })
  expect(await decideStdin(many, output)).toBe(0)
  expect(written).toBe(3)
})

test('no character that a terminal obeys goes out', async () => {
  const output = new PassThrough()
  const texts = ['a\u202eb', 'a\u009bb', 'a\u{e0041}b', 'a\u2028b']
  const cases = texts.map((specifier, id) => JSON.stringify({ id, tool: 'files.read', specifier }))
  await decideStdin(Readable.from([Buffer.from(cases.join('\n'))]), output)
  const written = String(output.read())
  expect(written).not.toMatch(/[\u007f-\u009f\u2028\u202e]|\u{e0041}/u)
  const lines = written.trim().split('\n')
  expect(lines).toHaveLength(4)
  for (const [id, line] of lines.entries())
    expect(JSON.parse(line)).toMatchObject({
      id: String(id),
      reasons: [expect.stringContaining(texts[id] ?? '')],
    })
})
