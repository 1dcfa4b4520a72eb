import { once } from 'node:events'
import { caseDecider } from '@countersign/policy'

/**
 * Decides cases from a stream: one JSON object a line in, one answer a line out, in order, as they come. A line that is
 * no case is answered with an error; the stream goes on. Returns the exit code: 0, or 1 if a line was no case.
 */
export async function decideStdin(
  input: AsyncIterable<unknown>,
  output: NodeJS.WritableStream,
): Promise<number> {
  const decider = caseDecider()
  let bad = 0
  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue
    const answer = decider.line(line)
    if ('error' in answer) bad += 1
    if (!output.write(`${JSON.stringify(answer)}\n`)) await once(output, 'drain')
  }
  return bad === 0 ? 0 : 1
}

/** Lines end at a line feed alone: a JSON text may hold U+2028, which other readers of lines take for an end. */
async function* linesOf(input: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    rest +=
      typeof chunk === 'string'
        ? chunk
        : chunk instanceof Uint8Array
          ? decoder.decode(chunk, { stream: true })
          : ''
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}
