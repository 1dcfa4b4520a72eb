import { once } from 'node:events'
import { caseDecider } from '@countersign/policy'

/**
 * Decides cases from a stream: one JSON object per line in, one answer per line out, in order, as they come. An invalid line is answered
 * with an error and its number, and the stream continues. Ends quietly when nobody reads the answers any more. Returns the exit code: 0, or
 * 1 if a line was invalid.
 */
export async function decideStdin(
  input: AsyncIterable<unknown>,
  output: NodeJS.WritableStream,
): Promise<number> {
  const decider = caseDecider()
  const reader = readerOf(output)
  let number = 0
  let bad = 0
  for await (const bytes of linesOf(input)) {
    number += 1
    const line = textOf(bytes)
    if (line.ok && line.text.trim() === '') continue
    const answer = line.ok ? decider.line(line.text) : { id: null, error: line.error }
    if ('error' in answer) bad += 1
    const told = 'error' in answer ? { ...answer, line: number } : answer
    if (!(await reader.write(`${oneLine(told)}\n`))) break
  }
  return bad === 0 ? 0 : 1
}

/** Writes until the other end is closed, as by `| head -1`; then returns false. */
function readerOf(output: NodeJS.WritableStream): { write(text: string): Promise<boolean> } {
  let isClosed = false
  output.on('error', () => {
    isClosed = true
  })
  return {
    async write(text) {
      if (isClosed) return false
      if (!output.write(text)) await once(output, 'drain').catch(() => undefined)
      return !isClosed
    },
  }
}

/** JSON without characters that control a terminal or that some readers treat as a line end. */
function oneLine(answer: object): string {
  return JSON.stringify(answer).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

type LineText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: string }

/** An invalid byte would be decided as another character than the one that runs. */
function textOf(bytes: Uint8Array | undefined): LineText {
  if (bytes === undefined) return { ok: false, error: `this line is longer than ${MOST_BYTES} bytes` }
  try {
    return { ok: true, text: UTF8.decode(bytes) }
  } catch {
    return { ok: false, error: 'this line is not UTF-8' }
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** A longer line is not a case. */
const MOST_BYTES = 64 * 1024 * 1024

/** Lines end only at a line feed: a JSON text may contain U+2028. A line that is too long is undefined. */
async function* linesOf(input: AsyncIterable<unknown>): AsyncGenerator<Uint8Array | undefined> {
  let pieces: Uint8Array[] = []
  let length = 0
  const keep = (piece: Uint8Array): void => {
    length += piece.length
    if (length <= MOST_BYTES) pieces.push(piece)
    else pieces = []
  }
  const take = (): Uint8Array | undefined => {
    const line = length > MOST_BYTES ? undefined : Buffer.concat(pieces)
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of input) {
    const bytes = bytesOf(chunk)
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      keep(bytes.subarray(start, end))
      yield take()
      start = end + 1
    }
    keep(bytes.subarray(start))
  }
  if (length > 0) yield take()
}

const LINE_FEED = 10

function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return chunk instanceof Uint8Array ? chunk : new Uint8Array()
}
